/// URL schemes that belong to browsers, systems, protocols or well-known programs, and so are no app's own: those of
/// IANA's registry of schemes, and what desktops and phones register beside it.
enum KnownSchemes {
    /// Whether a scheme, in lower case, is one of these.
    static func contains(_ scheme: String) -> Bool {
        names.contains(scheme) || prefixes.contains { scheme.hasPrefix($0) }
            || suffixes.contains { scheme.hasSuffix($0) }
    }

    /// Families of a system or vendor: `ms-word`, `microsoft-edge`, `android-app`, `x-apple.systempreferences`.
    private static let prefixes = [
        "android-", "apple-", "chrome", "com-apple", "edge-", "firefox", "git+", "google-", "googlechrome", "itms",
        "javascript", "microsoft", "moz-", "ms-", "msteams", "ms.", "opera-", "search-", "soap.", "steam", "svn+",
        "view-", "vnd.", "vscode", "web+", "webkit", "windows", "wsl", "x-apple", "x-ms", "xmlrpc.", "z39.50",
    ]

    private static let suffixes = ["-extension", "-search"]

    private static let names = Set(
        """
        aaa aaas about acap acct acd acr activesync adiumxtra adt afp afs aim amss any-app app-prefs app-settings
        appdata apt ar ark at attachment audio barion bb beshare bitcoin bitcoincash blob bolo brid browserext
        cabal calculator calinvite calshow callto cap cast casts cid coap coaps coap+tcp coap+ws coaps+tcp coaps+ws
        com-eventbrite-attendee content content-type contacts crid cstr cvs dab dat data dav dhttp diaspora dict did dis
        dlna-playcontainer dlna-playsingle dns dntp doi doom dpp drm drop dtmi dtn dvb dvx dweb ed2k eid elsi embedded
        ens ethereum example facetime facetime-audio facetime-group fax fb feed feedready fido file filesystem finger
        first-run-pen-experience fish fm ftp ftps fuchsia-pkg geo gg git github-mac gizmoproject go gopher graph grd
        gsm gtalk h323 ham hcap hcp help helpshift hs20 http https httpg hxxp hxxps hydrazone hyper iax icap icon
        icloud-sharing ilstring im imap imaps imessage info insteon intent iotdisco ipfs ipn ipns ipp ipps irc irc6 ircs iris
        iris.beep iris.lwz iris.xpc iris.xpcs isostore itunes jabber jar jms keyparc lastfm lbry ldap ldapi ldaps leaptofrogans
        lid linkid lorawan lpa lvlt machineprovisioningprogressreporter magnet mailserver mailto manual map maps market
        matrix message messages mid mms mmsh mmst modem mongodb mongodb+srv mount mqtt mqtts mr mss msrp msrps mt mtqp
        mtp mumble mupdate music musics mvn mvrp mvrps mysql news newsrc nfs ni nih nntp nntps notes ocf odbc oid onenote
        onenote-cmd opaquelocktoken openid openpgp4fpr openvpn otpauth otpauth-migration p1 palm paparazzi payment payto
        photos photos-redirect pkcs11 platform podcast podcasts pop pop3 pop3s popup postgres postgresql prefs pres
        prospero proxy ptt pttp putty pwid psyc qb query quic-transport rdar rdp rediss redis reload reminder res
        resource rfb rlogin rmi rsync rtmfp rtmp rtmps rtmpt rtp rtsp rtsps rtspu saml sarif scp scheme secondlife secret-token
        service session sftp sgn shc shelter shell shortcuts shttp sieve simpleledger simplex sip sips skype slack smb smp
        sms smsto smtp smtps snmp snews snapchat socks socks4 socks5 spiffe spotify sqlite ssb ssh sshfs starknet stun
        stuns submit svn swh swid swidpath tag taler teamspeak tel telnet telprompt teapot teapots teliaeid tftp tg things
        thismessage thzp tip tn3270 tool trust turn turns tv twitter uddi udp unreal upi upt urn ut2004 uuid-in-package
        uup v-event vbscript vemmi ventrilo ves videos videotex view vlc vmrc vmware vnc volume vpn wais wasm wasm-js
        webadmin webcal webcals webdav webdavs whatsapp wifi wpid wss ws wtai wyciwyg x-callback-url x-man-page x-web-search
        xcode xcon xcon-userid xfire xftp xmpp xrcp xri ymsgr yelp youtube zoommtg zoomus z39.50r z39.50s
        """.split { " \n".contains($0) }.map(String.init))
}
