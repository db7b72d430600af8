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

// What takes something away asks before: in the page's dialog (Parts/Dialog), and by a page of the console without one.
const dialog = document.getElementById("question");
let agreed = null;

document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter;
    const question = button?.dataset.confirm ?? form.dataset.confirm;
    if (!question || !dialog || agreed === form || button?.hasAttribute("formaction")) return;
    event.preventDefault();
    const go = dialog.querySelector("[value=agree]");
    dialog.querySelector("p").textContent = question;
    go.textContent = button?.textContent || "Go on";
    go.classList.toggle("danger", button?.classList.contains("danger") ?? false);
    dialog.returnValue = "";
    dialog.onclose = () => {
        if (dialog.returnValue !== "agree") return letGo();
        const said = form.querySelector("[name=formAgreed]") ?? form.appendChild(document.createElement("input"));
        Object.assign(said, { type: "hidden", name: "formAgreed", value: "true" });
        agreed = form;
        form.requestSubmit(button);
        agreed = null;
    };
    dialog.showModal();
});

// A word after an action is read out when it comes, and goes by itself once nobody looks at it.
const toast = document.querySelector(".toast:not(.here)");
if (toast) {
    const words = [...toast.childNodes];
    const close = document.createElement("button");
    close.className = "bare";
    close.textContent = "Dismiss";
    close.addEventListener("click", () => {
        toast.remove();
        document.getElementById("content").focus({ preventScroll: true });
    });
    toast.replaceChildren();
    setTimeout(() => toast.replaceChildren(...words, close), 50);
    const leave = () => toast.matches(":hover, :focus-within") ? setTimeout(leave, 3000) : toast.remove();
    setTimeout(leave, 10000);
}

// Live sections are made anew by the server when something arrives: at most once in half a second, less often if that takes
// long, and never below the fingers of whoever types, selects or is asked something in one.
const waiting = new Set();
const held = new Set();
const written = new Map([...document.querySelectorAll("[data-live], #lead, #badges")].map((one) => [one.id, one.outerHTML]));
let isWaiting = false;
let lastRefresh = 0;
let pause = 500;

function isHeld(section) {
    const focus = document.activeElement;
    const selection = getSelection();
    return dialog?.open || section.contains(focus) && focus.matches("textarea, select, input:not([type=checkbox])")
        || !selection.isCollapsed && selection.containsNode(section, true);
}

function letGo() {
    for (const id of held) {
        const section = document.getElementById(id);
        if (section && isHeld(section)) continue;
        held.delete(id);
        waiting.add(id);
    }
    refreshSoon("");
}
document.addEventListener("focusout", () => setTimeout(letGo));
document.addEventListener("selectionchange", () => { if (held.size > 0) letGo(); });

function refreshSoon(kind) {
    for (const section of document.querySelectorAll("[data-live]")) {
        if (kind === "all" || section.dataset.live.split(" ").includes(kind)) waiting.add(section.id);
    }
    if (waiting.size === 0 || isWaiting) return;
    isWaiting = true;
    setTimeout(refresh, Math.max(50, pause - (Date.now() - lastRefresh)));
}

async function refresh() {
    const ids = [...waiting].filter((id) => {
        const section = document.getElementById(id);
        if (section && isHeld(section)) held.add(id);
        return section && !held.has(id);
    });
    waiting.clear();
    const began = Date.now();
    if (ids.length > 0) try {
        const answer = await fetch(location.href, { headers: { Accept: "*/*" } });
        if (answer.redirected) {
            if (new URL(answer.url).pathname.endsWith("/sign-in")) signedOut();
        } else if (answer.ok) {
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            for (const id of [...ids, "lead", "badges"]) replace(document.getElementById(id), page.getElementById(id));
            if (source?.readyState === EventSource.OPEN) say("Live", true);
        } else say("Not updated", false);
    } catch { say("Not connected", false); /* The stream comes back with the console. */ }
    lastRefresh = Date.now();
    pause = Math.min(30000, Math.max(500, 4 * (lastRefresh - began)));
    isWaiting = false;
    if (waiting.size > 0) refreshSoon("");
}

// Elements by what they are called; those that are called the same are numbered.
function named(root, selector, name) {
    const counts = new Map();
    return new Map([...root.querySelectorAll(selector)].map((one) => {
        const text = name(one);
        counts.set(text, (counts.get(text) ?? 0) + 1);
        return [`${text}\n${counts.get(text)}`, one];
    }));
}

const focusable = "a[href], button, summary, input";
const callOf = (one) => [one.tagName, one.id, one.getAttribute("href"), one.form?.getAttribute("action"), one.name,
    one.tagName === "BUTTON" || one.type === "checkbox" ? one.value : "", one.ariaLabel,
    one.tagName === "SUMMARY" ? branchOf(one.parentElement) : ""].join("\n");
const branchOf = (details) => details.querySelector("summary").textContent;
const said = (row) => [...row.cells].map((cell) => cell.querySelector("time")?.dateTime ?? cell.textContent).join("\n");

function replace(old, fresh) {
    if (!old || !fresh) return;
    const html = fresh.outerHTML;
    if (written.get(old.id) === html) return;
    if (isHeld(old)) {
        if (old.dataset.live) held.add(old.id);
        return;
    }
    written.set(old.id, html);
    const known = new Set([...old.querySelectorAll("tbody tr")].map(said));
    const node = document.importNode(fresh, true);
    const open = named(old, "details", branchOf);
    for (const [name, details] of named(node, "details", branchOf)) details.open = open.get(name)?.open ?? details.open;
    const boxes = named(old, "[name=key]", (box) => box.value);
    for (const [name, box] of named(node, "[name=key]", (box) => box.value)) box.checked = boxes.get(name)?.checked ?? false;
    const focus = document.activeElement;
    const name = [...named(old, focusable, callOf)].find(([, one]) => one === focus)?.[0];
    showTimes(node);
    if (known.size > 0) {
        for (const row of node.querySelectorAll("tbody tr")) if (!known.has(said(row))) row.classList.add("fresh");
    }
    const top = old.getBoundingClientRect();
    const height = top.height;
    addPickers(node);
    old.replaceWith(node);
    addCopyButtons(node);
    if (name !== undefined) {
        (named(node, focusable, callOf).get(name) ?? document.getElementById("content"))?.focus({ preventScroll: true });
    }
    // Whoever reads below stays where they are.
    if (top.bottom < 0) scrollBy(0, node.getBoundingClientRect().height - height);
}

// Browsers allow a console six connections for all tabs: those that nobody sees hold none.
const indicator = document.querySelector(".title .live") ?? document.createElement("span");
let source = null;
let isOver = false;

function say(text, isOn) {
    if (isOver || indicator.textContent === text) return;
    indicator.textContent = text;
    indicator.classList.toggle("on", isOn);
}

function signedOut() {
    const link = document.createElement("a");
    link.href = `/console/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
    link.textContent = "Sign in again";
    say("Signed out. ", false);
    isOver = true;
    indicator.append(link);
    hush();
}

function hush() {
    source?.close();
    source = null;
}

function listen() {
    if (source || isOver || document.hidden) return;
    source = new EventSource("/console/stream");
    source.addEventListener("open", () => say("Live", true));
    source.addEventListener("error", () => {
        say("Not connected", false);
        if (source?.readyState === EventSource.CLOSED) lookLater();
    });
    source.addEventListener("notice", (event) => { if (JSON.parse(event.data).notice === "gone") lookLater(); });
    for (const kind of new Set([...document.querySelectorAll("[data-live]")].flatMap((s) => s.dataset.live.split(" ")))) {
        source.addEventListener(kind, () => refreshSoon(kind));
    }
}

// The stream was refused: the page itself says whether the session is over.
function lookLater() {
    hush();
    refreshSoon("all");
    setTimeout(listen, 10000);
}

if (document.querySelector("[data-live]")) {
    const wake = () => {
        if (document.hidden) return hush();
        if (source || isOver) return;
        listen();
        refreshSoon("all");
    };
    listen();
    document.addEventListener("visibilitychange", wake);
    addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
    addEventListener("pagehide", hush);
}

// All rows of a page are chosen at once.
function addPickers(root = document) {
    for (const head of root.querySelectorAll("th.pick")) {
        const boxes = [...head.closest("table").querySelectorAll("[name=key]")];
        if (boxes.length === 0) continue;
        const label = document.createElement("label");
        const all = document.createElement("input");
        const words = document.createElement("span");
        const count = head.closest("form").querySelector(".bulk-actions .hint");
        all.type = "checkbox";
        words.textContent = "Choose all";
        label.append(all, words);
        head.replaceChildren(label);
        // The link that does it without a script.
        head.closest("form").querySelector(".bulk-actions > a")?.remove();
        const show = () => {
            const chosen = boxes.filter((box) => box.checked).length;
            all.checked = boxes.length > 0 && chosen === boxes.length;
            all.indeterminate = chosen > 0 && !all.checked;
            if (count) count.textContent = chosen > 0 ? `With ${chosen} chosen row${chosen > 1 ? "s" : ""}:` : "With chosen rows:";
        };
        all.addEventListener("change", () => {
            for (const box of boxes) box.checked = all.checked;
            show();
        });
        head.closest("table").addEventListener("change", show);
        show();
    }
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
    const none = document.createElement("p");
    none.className = "hidden";
    none.setAttribute("role", "status");
    input.after(list, none);
    Object.entries({ role: "combobox", "aria-controls": "found", "aria-expanded": "false", "aria-autocomplete": "list" })
        .forEach(([name, value]) => input.setAttribute(name, value));
    let chosen = -1;
    let count = 0;
    const entries = () => [...list.querySelectorAll("[data-path]")];
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
            none.textContent = found.length === 0 ? "Nothing found" : "";
            if (found.length === 0) {
                const entry = list.appendChild(document.createElement("li"));
                entry.setAttribute("role", "option");
                entry.setAttribute("aria-disabled", "true");
                entry.textContent = none.textContent;
            }
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
    for (const part of document.querySelectorAll(`[data-shows~="${name}"]`)) {
        const typed = part.dataset.shows.split(" ")
            .map((other) => field.form?.querySelector(`[name$=".${other}"]`)?.value.trim().toLowerCase());
        const names = part.dataset.names.split("\n").filter((one) => one);
        const image = typed.map((text) => names.find((one) => `image:${one}`.toLowerCase() === text)).find((one) => one);
        if (image) part.setAttribute("href", part.dataset.images + encodeURIComponent(image));
        else part.removeAttribute("href");
        if (part.previousElementSibling?.tagName === "circle") {
            part.previousElementSibling.setAttribute("display", image ? "none" : "inline");
        }
    }
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

// There, filters are folded as well, unless one of them is refused.
if (matchMedia("(max-width: 40rem)").matches) {
    for (const form of document.querySelectorAll("form.search:not(:has([aria-invalid]))")) {
        const fields = [...form.querySelectorAll("input:not([type=hidden]), select")];
        if (fields.length < 3) continue;
        const details = document.createElement("details");
        const summary = document.createElement("summary");
        const count = fields.filter((field) => field.type === "checkbox" ? field.checked : field.value !== "").length;
        summary.textContent = count > 0 ? `Filter (${count})` : "Filter";
        details.className = "filters";
        // A field called "before" hides the form's own method.
        Element.prototype.before.call(form, details);
        details.append(summary, form);
    }
}

// Of many tabs, the one that is shown is in view.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
    const row = tab.closest("ul");
    row.scrollLeft += tab.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 2
        + tab.offsetWidth / 2;
}

// Clocks that run show it.
const begun = new WeakMap();

function showClocks() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
        if (!begun.has(clock)) begun.set(clock, performance.now());
        const now = new Date(Date.parse(clock.dataset.clock) + performance.now() - begun.get(clock));
        if (!Number.isNaN(now.getTime())) clock.textContent = `${now.toISOString().slice(0, 19).replace("T", " ")} UTC`;
    }
}

showTimes();
addCopyButtons();
addPickers();
setInterval(showTimes, 15000);
showClocks();
setInterval(showClocks, 1000);
