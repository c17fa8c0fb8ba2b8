"""The server of the simulated table: who may speak to it, what a page is sent, and what becomes of keys it held.

The table behind it is a stand-in here, so that each rule is seen alone; tests/test_browser.py uses the real one.
"""

import asyncio
import errno
import json
import re
import socket

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from firmware.grid import Grid
from host_tools import boards, picture, table

NAMES = (b"ANA", b"BEN", b"CLEO")
FEATHER = boards.BOARDS["feather_oled"]


class Board:
    """A simulated board that notes its keys and shows how many went down."""

    def __init__(self, name):
        self.name = name
        self.grid = Grid(FEATHER.columns, FEATHER.rows)
        self.grid.text(0, 0, name.decode())
        self.happened = []

    def press(self, key):
        self.happened.append(("press", key))
        self.grid.text(0, 2, "pressed %d" % len(self.happened))

    def release(self, key):
        self.happened.append(("release", key))


class Simulated:
    """The shape of host_tools.simulator.Table that the server relies on."""

    def __init__(self):
        self.seed = 7
        self.boards = [Board(name) for name in NAMES]
        self.power = [True] * 3
        self.cables = [True] * 3
        self.owned = [True] * 3
        self.times = []

    def tick_all(self, now):
        self.times.append(now)

    def powered(self, seat):
        return self.power[seat]

    def plugged(self, seat):
        return self.cables[seat]

    def set_power(self, seat, on):
        self.power[seat] = on

    def set_cable(self, seat, plugged):
        self.cables[seat] = plugged

    def own(self, seat):
        return self.owned[seat]

    def replace(self, seat):
        self.owned[seat] = not self.owned[seat]


class Open:
    """``async with Open() as table``: the server on a free port, and the means to speak to it."""

    async def __aenter__(self):
        self.simulated = Simulated()
        self.client = TestClient(TestServer(table.make_app(table.Table(self.simulated, FEATHER, "none")), host="127.0.0.1"))
        await self.client.start_server()
        return self

    async def __aexit__(self, *problem):
        await self.client.close()

    async def page(self):
        return await self.client.ws_connect("/live", origin="http://127.0.0.1:%d" % self.client.port)

    def happened(self, seat):
        return self.simulated.boards[seat].happened

    async def until(self, wanted):
        for _ in range(200):
            if wanted():
                return
            await asyncio.sleep(0.01)
        pytest.fail("It did not happen within two seconds.")


def run(test):
    asyncio.run(asyncio.wait_for(test(), 20))


async def tell(page, kind, seat, value):
    await page.send_json({"kind": kind, "seat": seat, "value": value})


def rows(news):
    return {(seat, row): bytes.fromhex(glyphs).decode("ascii").rstrip() for seat, row, glyphs, pairs in news["rows"]}


def test_a_page_is_greeted_with_the_board_and_then_sent_every_row():
    async def test():
        async with Open() as opened:
            page = await opened.page()
            hello = await page.receive_json()
            assert hello["names"] == ["ANA", "BEN", "CLEO"]
            assert (hello["board"]["columns"], hello["board"]["rows"]) == (21, 5)
            assert [key["label"] for key in hello["board"]["keys"]] == ["A", "B", "C"]
            assert len(hello["characters"]) == 160
            news = await page.receive_json()
            assert len(news["rows"]) == 15
            assert rows(news)[1, 0] == "BEN"
            assert news["power"] == news["cables"] == [True, True, True]

    run(test)


def test_afterwards_only_rows_that_changed_are_sent():
    async def test():
        async with Open() as opened:
            page = await opened.page()
            await page.receive_json()
            await page.receive_json()
            await tell(page, "press", 2, 0)
            news = await page.receive_json()
            assert set(news) == {"kind", "rows"}
            assert rows(news) == {(2, 2): "pressed 1"}

    run(test)


def test_a_page_that_reloads_or_a_second_one_gets_the_full_picture_of_the_same_table():
    async def test():
        async with Open() as opened:
            first = await opened.page()
            await tell(first, "press", 0, 1)
            await opened.until(lambda: opened.happened(0))
            second = await opened.page()
            await second.receive_json()
            assert rows(await second.receive_json())[0, 2] == "pressed 1"
            await first.close()
            await tell(second, "press", 1, 1)
            assert rows(await second.receive_json()) == {(1, 2): "pressed 1"}

    run(test)


def test_keys_that_a_closed_page_held_go_up():
    async def test():
        async with Open() as opened:
            page = await opened.page()
            await tell(page, "press", 0, 2)
            await tell(page, "press", 1, 0)
            await opened.until(lambda: opened.happened(1))
            await page.close()
            await opened.until(lambda: ("release", 2) in opened.happened(0) and ("release", 0) in opened.happened(1))

    run(test)


def test_a_key_held_by_two_pages_goes_up_with_the_last_of_them():
    async def test():
        async with Open() as opened:
            first, second = await opened.page(), await opened.page()
            await tell(first, "press", 0, 0)
            await opened.until(lambda: opened.happened(0))
            await tell(second, "press", 0, 0)
            await tell(second, "press", 1, 0)
            await opened.until(lambda: opened.happened(1))
            await first.close()
            await tell(second, "release", 1, 0)
            await opened.until(lambda: len(opened.happened(1)) == 2)
            assert opened.happened(0) == [("press", 0)]
            await tell(second, "release", 0, 0)
            await opened.until(lambda: opened.happened(0) == [("press", 0), ("release", 0)])

    run(test)


def test_cables_power_and_boards_are_switched_and_every_page_is_told():
    async def test():
        async with Open() as opened:
            first, second = await opened.page(), await opened.page()
            for page in (first, second):
                await page.receive_json()
                await page.receive_json()
            await tell(first, "cable", 1, False)
            assert (await second.receive_json())["cables"] == [True, False, True]
            await tell(first, "power", 2, False)
            assert (await second.receive_json())["power"] == [True, True, False]
            await tell(first, "board", 0, False)
            assert (await second.receive_json())["boards"] == [False, True, True]
            await tell(first, "board", 0, False)  # it is a spare one already
            await tell(first, "board", 1, False)
            assert (await second.receive_json())["boards"] == [False, False, True]
            opened.simulated.boards[2].grid = None
            assert rows(await second.receive_json()) == {(2, 0): ""}

    run(test)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "}{",
        "[]",
        "7",
        "null",
        '{"kind": "press"}',
        '{"kind": "press", "seat": 3, "value": 0}',
        '{"kind": "press", "seat": -1, "value": 0}',
        '{"kind": "press", "seat": true, "value": 0}',
        '{"kind": "press", "seat": 0, "value": 3}',
        '{"kind": "press", "seat": 0, "value": "A"}',
        '{"kind": "release", "seat": 0, "value": []}',
        '{"kind": "power", "seat": 0, "value": 1}',
        '{"kind": "cable", "seat": 0, "value": null}',
        '{"kind": [], "seat": 0, "value": 0}',
        '{"kind": "deal", "seat": 0, "value": 0}',
        "[" * 2000,
    ],
)
def test_a_message_that_means_nothing_is_answered_by_a_sentence_and_changes_nothing(text):
    async def test():
        async with Open() as opened:
            page = await opened.page()
            await page.receive_json()
            await page.receive_json()
            await page.send_str(text)
            answer = await page.receive_json()
            assert answer["kind"] == "refused"
            assert answer["why"].endswith(".")
            assert not any(opened.happened(seat) for seat in range(3))
            assert opened.simulated.power == opened.simulated.cables == [True] * 3
            await tell(page, "press", 0, 0)
            assert rows(await page.receive_json()) == {(0, 2): "pressed 1"}

    run(test)


def test_an_endless_message_closes_that_page_and_no_other():
    async def test():
        async with Open() as opened:
            long, other = await opened.page(), await opened.page()
            await long.send_str("x" * 100_000)
            while (message := await long.receive()).type == WSMsgType.TEXT:
                pass
            assert message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED)
            await tell(other, "press", 0, 0)
            await opened.until(lambda: opened.happened(0))

    run(test)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "[::1]:{port}"])
def test_another_host_name_is_refused_with_a_sentence(host):
    async def test():
        async with Open() as opened:
            for path in ("/", "/sheet.png", "/live"):
                answer = await opened.client.get(path, headers={"Host": host.format(port=opened.client.port)})
                assert answer.status == 403
                assert "only its own page on this machine" in await answer.text()

    run(test)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "http://127.0.0.1:{port}.evil.example"])
def test_the_page_of_another_site_may_not_speak_to_the_table(origin):
    async def test():
        async with Open() as opened:
            with pytest.raises(WSServerHandshakeError) as refused:
                await opened.client.ws_connect("/live", origin=origin.format(port=opened.client.port))
            assert refused.value.status == 403

    run(test)


def test_the_own_page_may_be_called_localhost_too():
    async def test():
        async with Open() as opened:
            own = "localhost:%d" % opened.client.port
            answer = await opened.client.get("/", headers={"Host": own, "Origin": "http://" + own})
            assert answer.status == 200

    run(test)


def test_the_page_loads_nothing_from_elsewhere_and_may_not():
    async def test():
        async with Open() as opened:
            for path in table.FILES:
                answer = await opened.client.get(path)
                assert answer.status == 200
                assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
                assert answer.headers["Cache-Control"] == "no-store"
                text = (await answer.text()).replace("http://www.w3.org/2000/svg", "")
                assert not re.search(r"https?://|@import", text)
            answer = await opened.client.get("/sheet.png")
            assert (await answer.read()).startswith(b"\x89PNG")
            assert (await opened.client.get("/../table.py")).status == 404

    run(test)


def test_every_board_has_keys_to_step_and_to_choose_and_no_desktop_key_twice():
    from firmware.wire import KEY_CHOOSE, KEY_NEXT

    for board in boards.BOARDS.values():
        assert KEY_NEXT in board.roles() and KEY_CHOOSE in board.roles()
        typed = [each for key in board.keys for each in key.typed]
        assert len(typed) == len(set(typed))
        assert board.columns * 6 <= board.width and board.rows * 12 <= board.height


def test_the_table_follows_the_clock_and_a_sleep_of_the_computer_counts_as_a_blink():
    async def test():
        simulated = Simulated()
        seconds = iter([50, 50.010, 50.025, 3600, 3600.010])
        with pytest.raises(RuntimeError):  # the clock's hands came to an end
            await table.run_clock(table.Table(simulated, FEATHER, "none"), lambda: next(seconds))
        assert simulated.times == [10, 20, 25, *range(35, 126, 10), 135]

    run(test)


def test_a_fault_in_the_firmware_ends_the_table_with_its_traceback(capsys):
    async def test():
        simulated = Simulated()
        simulated.tick_all = lambda now: 1 // 0
        await table.serve(table.Table(simulated, FEATHER, "none"), 0, False)

    with pytest.raises(ZeroDivisionError):
        run(test)


def test_a_port_that_is_taken_gives_one_sentence_with_the_way_out(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        async def test():
            assert await table.serve(table.Table(Simulated(), FEATHER, "none"), port, False) == 1

        run(test)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"Port {port} is taken, perhaps by another table. Close that one, or let this one find a free port: make play ARGS='--port 0'\n"


def test_other_troubles_with_a_port_are_sentences_too():
    assert "rights" in table.port_trouble(80, OSError(errno.EACCES, "Permission denied"))
    assert "cannot be had (No buffer space available)" in table.port_trouble(8471, OSError(errno.ENOBUFS, "No buffer space available"))


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8e3", ""])
def test_what_is_no_port_is_refused(port, capsys):
    with pytest.raises(SystemExit) as ended:
        table.main(["--port", port])
    assert ended.value.code == 2
    assert "is no port" in capsys.readouterr().err


def test_without_a_display_no_browser_is_started_and_the_demo_is_offered(monkeypatch, capsys):
    monkeypatch.setattr(table.sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(table.webbrowser, "open", lambda url: pytest.fail("a browser was started in the terminal"))

    async def test():
        async def stop_at_once(clock):
            return 0

        monkeypatch.setattr(table, "until_stopped", stop_at_once)
        assert await table.serve(table.Table(Simulated(), FEATHER, "none"), 0, True) == 0

    run(test)
    said = capsys.readouterr().out
    assert "http://127.0.0.1:" in said
    assert "make demo" in said


def test_with_a_display_the_browser_opens_the_table_s_address(monkeypatch):
    opened = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(table.webbrowser, "open", lambda url: opened.append(url) or True)
    assert table.open_browser("http://127.0.0.1:8471/")
    assert opened == ["http://127.0.0.1:8471/"]


def test_messages_of_the_page_are_json_objects_as_the_page_writes_them():
    script = (table.PAGE / "table.js").read_text(encoding="utf-8")
    kinds = set(re.findall(r'send\("(\w+)"', script)) | set(re.findall(r'makeSwitch\("(\w+)"', script))
    assert kinds == {"press", "release", "cable", "power", "board"}
    page = table.Page(table.Table(Simulated(), FEATHER, "none"))
    for kind in kinds:
        page.take(json.dumps({"kind": kind, "seat": 0, "value": kind in ("cable", "power", "board") or 0}))


def test_two_handhelds_play_with_jarvis():
    from firmware import wire
    from host_tools import boards, simulator

    simulated = simulator.Table(2, boards.BOARDS["feather_oled"], seed=3)
    first = simulated.handhelds[0]
    first.session.command(wire.BE_DEALER, 0, simulated.boards[0].now())
    simulated.run(3000)
    assert first.scene.table[wire.T_SEATED] == 3 and bytes(first.scene.names[2]) == b"JARVIS"
    assert any("JARVIS" in line for line in picture.to_text(simulated.boards[1].grid).split("\n"))
