#!/usr/bin/env python3
"""browse.py [--keep FOLDER] PAGE...: opens pages in headless Chromium as wide as a phone and as a
desktop, in light and dark. Fails where the console has a message, a page asks for anything but
itself, or is wider than the screen. With FOLDER, keeps what was seen as pictures. Prints what it
looked at; exit status 77 where there is no Chromium."""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile

WIDTHS = {"phone": 390, "desktop": 1280}
SCHEMES = ["light", "dark"]
PART = 1500  # pixels of height that one picture shows


class Browser:
    """Chromium, spoken to by the DevTools protocol over a pair of pipes."""

    def __init__(self, program, profile):
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()

        def give():
            os.dup2(to_read, 13)
            os.dup2(to_write, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--user-data-dir=" + profile, "--remote-debugging-pipe",
             "about:blank"],
            preexec_fn=give, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.n = 0
        self.session = None
        self.rest = b""
        self.events = []

    def receive(self):
        while b"\0" not in self.rest:
            got = os.read(self.back, 1 << 20)
            if not got:
                sys.exit("browse: Chromium went away")
            self.rest += got
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **params):
        self.n += 1
        message = {"id": self.n, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.n:
                if "error" in answer:
                    sys.exit(f"browse: {method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def attach(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target,
                                flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(domain + ".enable")

    def load(self, url):
        self.events = []
        self.ask("Page.navigate", url=url)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.receive())

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression,
                        returnByValue=True)["result"].get("value")

    def close(self):
        self.session = None
        os.write(self.to, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
        self.process.wait(timeout=30)


def complaints(browser, url, width):
    """What is wrong with the page that is open."""
    for event in browser.events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled" or method == "Runtime.exceptionThrown":
            yield f"console: {json.dumps(params)[:300]}"
        elif method == "Log.entryAdded":
            yield f"log: {params['entry']['text']}"
        elif method == "Network.requestWillBeSent":
            asked = params["request"]["url"]
            if asked != url and not asked.startswith("data:"):
                yield f"asks for {asked}"
    wide = browser.value("document.documentElement.scrollWidth")
    if wide > width:
        yield f"{wide} pixels wide, the screen {width}"
    small = browser.value("""[...document.querySelectorAll('body *')].filter(e => {
        const r = e.getBoundingClientRect();
        return r.width > 0 && r.right > document.documentElement.clientWidth + 1 &&
               !e.closest('.scroll') && !e.closest('pre');
    }).map(e => e.outerHTML.slice(0, 80)).slice(0, 3).join(' | ')""")
    if small:
        yield f"beyond the screen: {small}"


def keep(browser, folder, name, width):
    height = browser.value("document.documentElement.scrollHeight")
    for i, top in enumerate(range(0, height, PART)):
        clip = {"x": 0, "y": top, "width": width, "height": min(PART, height - top), "scale": 1}
        data = browser.ask("Page.captureScreenshot", clip=clip,
                           captureBeyondViewport=True)["data"]
        with open(os.path.join(folder, f"{name}-{i:02}.png"), "wb") as file:
            file.write(base64.b64decode(data))


def look(browser, page, folder):
    """All views of a page; whether something is wrong."""
    url = "file://" + os.path.realpath(page)
    wrong = False
    for name, width in WIDTHS.items():
        for scheme in SCHEMES:
            browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=844,
                        deviceScaleFactor=1, mobile=name == "phone")
            browser.ask("Emulation.setEmulatedMedia",
                        features=[{"name": "prefers-color-scheme", "value": scheme}])
            browser.load(url)
            for complaint in complaints(browser, url, width):
                print(f"{page}, {name}, {scheme}: {complaint}")
                wrong = True
            ground = browser.value("getComputedStyle(document.body).backgroundColor")
            print(f"{page}, {name}, {scheme}: {width} pixels wide, ground {ground}")
            if folder:
                keep(browser, folder, f"{name}-{scheme}", width)
    return wrong


def main():
    pages = sys.argv[1:]
    folder = None
    if pages[:1] == ["--keep"]:
        folder, pages = pages[1], pages[2:]
        os.makedirs(folder, exist_ok=True)
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        print("browse: skipped: no chromium")
        return 77
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(program, profile)
        browser.attach()
        wrong = [look(browser, page, folder) for page in pages]
        browser.close()
    return int(any(wrong))


sys.exit(main())
