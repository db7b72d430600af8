// What pages of the console do beyond links and forms; each page works without it.

// Times: how long ago, the exact one on hover.
const steps = [[60, "second"], [60, "minute"], [24, "hour"], [30, "day"], [12, "month"], [Infinity, "year"]];
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function relative(date) {
    let amount = (date.getTime() - Date.now()) / 1000;
    for (const [size, unit] of steps) {
        if (Math.abs(amount) < size) return ago.format(Math.round(amount), unit);
        amount /= size;
    }
}

function showTimes(root = document) {
    for (const time of root.querySelectorAll("time[datetime]")) {
        const date = new Date(time.dateTime);
        if (Number.isNaN(date.getTime())) continue;
        time.title = `${time.dateTime}`;
        const text = relative(date);
        if (time.textContent !== text) time.textContent = text;
    }
}

// What can be copied has a button for it.
function addCopyButtons(root = document) {
    for (const element of root.querySelectorAll(".copied:not([data-ready])")) {
        element.dataset.ready = "";
        const button = document.createElement("button");
        button.type = "button";
        button.className = "copy";
        button.textContent = "Copy";
        button.addEventListener("click", async () => {
            const text = element.matches("pre") ? element.querySelector("code").textContent
                : (element.querySelector("code, a") ?? element).firstChild.textContent;
            try {
                await navigator.clipboard.writeText(text);
                button.textContent = "Copied";
            } catch {
                button.textContent = "Select and copy";
            }
            setTimeout(() => { button.textContent = "Copy"; }, 2000);
        });
        element.matches("code") ? element.after(button) : element.append(button);
    }
}

// What takes something away asks before.
document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
    if (question && !confirm(question)) event.preventDefault();
});

// Live sections are made anew by the server when something arrives: at most once in half a second, and never below
// the fingers of whoever types in one.
const waiting = new Set();
let isWaiting = false;
let lastRefresh = 0;

function refreshSoon(kind) {
    for (const section of document.querySelectorAll("[data-live]")) {
        if (section.dataset.live.split(" ").includes(kind)) waiting.add(section.id);
    }
    if (waiting.size === 0 || isWaiting) return;
    isWaiting = true;
    setTimeout(refresh, Math.max(50, 500 - (Date.now() - lastRefresh)));
}

async function refresh() {
    const ids = [...waiting];
    waiting.clear();
    try {
        const answer = await fetch(location.href, { headers: { Accept: "*/*" } });
        if (answer.ok && !answer.redirected) {
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            for (const id of ids) replace(document.getElementById(id), page.getElementById(id));
        }
    } catch { /* The console is gone for a while; the stream comes back with it. */ }
    lastRefresh = Date.now();
    isWaiting = false;
    if (waiting.size > 0) refreshSoon("");
}

function replace(old, fresh) {
    if (!old || !fresh || old.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return;
    const known = new Set([...old.querySelectorAll("tbody tr")].map((row) => row.textContent));
    const node = document.importNode(fresh, true);
    const open = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
    for (const summary of node.querySelectorAll("details > summary")) {
        if (open.includes(summary.textContent)) summary.parentElement.open = true;
    }
    showTimes(node);
    if (known.size > 0) {
        for (const row of node.querySelectorAll("tbody tr")) if (!known.has(row.textContent)) row.classList.add("fresh");
    }
    const top = old.getBoundingClientRect();
    const height = top.height;
    old.replaceWith(node);
    addCopyButtons(node);
    // Whoever reads below stays where they are.
    if (top.bottom < 0) scrollBy(0, node.getBoundingClientRect().height - height);
}

if (document.querySelector("[data-live]")) {
    const source = new EventSource("/console/stream");
    const indicator = document.createElement("span");
    indicator.className = "live";
    indicator.setAttribute("role", "status");
    document.querySelector(".title h1")?.after(indicator);
    const say = (text, isOn) => { indicator.textContent = text; indicator.classList.toggle("on", isOn); };
    source.addEventListener("open", () => say("Live", true));
    source.addEventListener("error", () => say("Not connected", false));
    for (const kind of new Set([...document.querySelectorAll("[data-live]")].flatMap((s) => s.dataset.live.split(" ")))) {
        source.addEventListener(kind, () => refreshSoon(kind));
    }
    addEventListener("pagehide", () => source.close());
}

// What a form would come to, while it is filled in.
for (const form of document.querySelectorAll("form[data-preview]")) {
    let timer;
    let count = 0;
    const show = async () => {
        const number = ++count;
        try {
            const answer = await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)) });
            if (!answer.ok || number !== count) return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            replace(document.getElementById("preview"), page.getElementById("preview"));
        } catch { /* The button still asks. */ }
    };
    form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 250); });
}

// The palette: what is found by a few letters, chosen with the keys.
const input = document.getElementById("palette");

function setUpPalette() {
    const list = document.createElement("ul");
    list.id = "found";
    list.className = "found";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Found");
    list.hidden = true;
    input.after(list);
    Object.entries({ role: "combobox", "aria-controls": "found", "aria-expanded": "false", "aria-autocomplete": "list" })
        .forEach(([name, value]) => input.setAttribute(name, value));
    let chosen = -1;
    let count = 0;
    const entries = () => [...list.querySelectorAll("[role=option]")];
    const choose = (index) => {
        const all = entries();
        chosen = all.length === 0 ? -1 : (index + all.length) % all.length;
        all.forEach((entry, at) => entry.setAttribute("aria-selected", String(at === chosen)));
        chosen < 0 ? input.removeAttribute("aria-activedescendant")
            : input.setAttribute("aria-activedescendant", all[chosen].id);
        all[chosen]?.scrollIntoView({ block: "nearest" });
    };
    const close = () => {
        list.hidden = true;
        input.setAttribute("aria-expanded", "false");
    };
    const find = async () => {
        const text = input.value.trim();
        const number = ++count;
        if (text === "") return close();
        try {
            const answer = await fetch(`/console/find.json?q=${encodeURIComponent(text)}`);
            if (!answer.ok || number !== count) return;
            const found = await answer.json();
            list.replaceChildren(...found.map((one, index) => {
                const entry = document.createElement("li");
                entry.id = `found-${index}`;
                entry.setAttribute("role", "option");
                const name = document.createElement("span");
                name.textContent = one.title;
                const kind = document.createElement("small");
                kind.textContent = one.kind;
                entry.append(name, kind);
                entry.dataset.path = one.path;
                entry.addEventListener("mousedown", () => { location.href = one.path; });
                return entry;
            }));
            list.hidden = false;
            input.setAttribute("aria-expanded", "true");
            choose(0);
        } catch { close(); }
    };
    let timer;
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, 80); });
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown") choose(chosen + 1);
        else if (event.key === "ArrowUp") choose(chosen - 1);
        else if (event.key === "Escape") { close(); input.blur(); }
        else if (event.key === "Enter" && !list.hidden && chosen >= 0) location.href = entries()[chosen].dataset.path;
        else return;
        event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
        const isTyping = event.target.matches("input, textarea, select, [contenteditable]");
        if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey
            || event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            input.focus();
            input.select();
        }
    });
}
if (input) setUpPalette();

// Forms with a file are sent with progress, and lead to the page that they lead to without a script.
for (const form of document.querySelectorAll("form[data-upload]")) {
    form.addEventListener("submit", (event) => {
        const field = form.querySelector("input[type=file]");
        if (!field.files[0] || event.defaultPrevented) return;
        event.preventDefault();
        const button = form.querySelector("button");
        button.disabled = true;
        const bar = form.querySelector("progress") ?? document.createElement("progress");
        bar.setAttribute("aria-label", "Sent");
        const said = form.querySelector(".said") ?? document.createElement("p");
        said.className = "said hint";
        said.setAttribute("role", "status");
        field.after(bar, said);
        const fail = (text) => {
            said.textContent = text;
            said.classList.add("wrong");
            button.disabled = false;
        };
        const request = new XMLHttpRequest();
        request.open("POST", form.getAttribute("action"));
        request.setRequestHeader("x-sent-by-script", "upload");
        request.upload.addEventListener("progress", (sent) => {
            bar.max = sent.total;
            bar.value = sent.loaded;
            said.textContent = sent.loaded < sent.total ? `${Math.floor(100 * sent.loaded / sent.total)} % sent`
                : "Sent; the console looks at it";
        });
        request.addEventListener("load", () => {
            const next = request.getResponseHeader("x-next-page");
            if (next) { location.href = next; return; }
            const text = new DOMParser().parseFromString(request.responseText, "text/html").querySelector("main p");
            fail(text?.textContent || `The console answered ${request.status}.`);
        });
        request.addEventListener("error", () => fail("The connection was lost."));
        request.send(new FormData(form));
    });
}

// Colours: a picker beside what is typed; sketches follow while somebody types.
function follow(field) {
    const name = field.name.split(".").pop();
    const text = field.value.trim();
    for (const part of document.querySelectorAll(`[data-follows="${name}"]`)) {
        if (/^#[0-9a-f]{6}$/i.test(text)) part.setAttribute("fill", text);
    }
    for (const part of document.querySelectorAll(`[data-says="${name}"]`)) if (text) part.textContent = text.slice(0, 24);
}

for (const field of document.querySelectorAll('input[placeholder="#RRGGBB"]')) {
    const picker = document.createElement("input");
    picker.type = "color";
    picker.setAttribute("aria-label", `Pick: ${document.querySelector(`label[for="${field.id}"]`)?.textContent ?? field.name}`);
    const show = () => { if (/^#[0-9a-f]{6}$/i.test(field.value.trim())) picker.value = field.value.trim(); };
    picker.addEventListener("input", () => { field.value = picker.value; follow(field); });
    field.addEventListener("input", show);
    show();
    field.after(picker);
    field.parentElement.classList.add("picked");
}
if (document.querySelector("[data-follows]")) {
    document.addEventListener("input", (event) => { if (event.target.name?.includes(".")) follow(event.target); });
}

// On a narrow window the navigation is folded.
const menu = document.querySelector(".places details.menu");
if (menu && matchMedia("(max-width: 60rem)").matches) menu.open = false;

showTimes();
addCopyButtons();
setInterval(showTimes, 15000);
