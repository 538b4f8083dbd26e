#!/usr/bin/env python3
"""A small backend and its test, with Python's standard library only.

PushClient is what a backend would have: it speaks the vendor's API alone, so that it works with the real service too, and learns what became
of a message from the send log. The test below it uses the mock's own routes to look at what the phone got, and to break things.

  MOCK_PUSH_HTTP_URL      where mock-push-server answers (http://127.0.0.1:8080)
  MOCK_PUSH_ADMIN_TOKEN   its admin token, where it has one
"""
import json
import os
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
import uuid

MOCK = os.environ.get("MOCK_PUSH_HTTP_URL", "http://127.0.0.1:8080")
# Goes past the proxies that the environment may name.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(method, url, body=None, headers={}, timeout=10):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **headers}
    if url.startswith(f"{MOCK}/_mock") and "MOCK_PUSH_ADMIN_TOKEN" in os.environ:
        headers["Authorization"] = f"Bearer {os.environ['MOCK_PUSH_ADMIN_TOKEN']}"
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with OPENER.open(request, timeout=timeout) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {url}: {error.code} {error.read().decode()}") from None


class PushRefused(Exception):
    def __init__(self, header):
        super().__init__(f"{header['resultCode']} {header['resultMessage']}")
        self.code = header["resultCode"]


class PushClient:
    """The backend's side of the vendor's API v2.4."""

    def __init__(self, base, appkey, secret, timeout=10):
        self.base, self.secret, self.timeout = f"{base}/push/v2.4/appkeys/{appkey}", secret, timeout

    def call(self, method, path, body=None):
        answer = call(method, self.base + path, body, {"X-Secret-Key": self.secret}, self.timeout)
        if not answer["header"]["isSuccessful"]:
            raise PushRefused(answer["header"])
        return answer

    def register(self, token, uid, **fields):
        self.call("POST", "/tokens", {
            "token": token, "pushType": "FCM", "uid": uid, "deviceId": f"device-{token}", "isNotificationAgreement": True, "isAdAgreement": False,
            "isNightAdAgreement": False, "timezoneId": "Asia/Seoul", "country": "KR", "language": "ko", **fields})

    def notify(self, uids, title, body, **custom):
        """Returns the message's ID."""
        content = {"default": {"title": title, "body": body, **custom}}
        answer = self.call("POST", "/messages", {"target": {"type": "UID", "to": uids}, "messageType": "NOTIFICATION", "content": content})
        return answer["message"]["messageIdString"]

    def results(self, message, count, patience=5.0):
        """`{token: SENT, INVALID_TOKEN or ERROR}` out of the send log, asked again until there are so many."""
        end = time.monotonic() + patience
        while True:
            logs = self.call("GET", "/logs/message?" + urllib.parse.urlencode({"messageId": message}))["data"]["logs"]
            found = {token["token"]: log["sentResult"] for log in logs for token in json.loads(log["body"])["tokens"]}
            if len(found) >= count or time.monotonic() > end:
                return found
            time.sleep(0.05)


class OrderShippedTest(unittest.TestCase):
    def setUp(self):
        # An app for each test: no reset, and tests may run side by side.
        self.appkey = "PY-" + uuid.uuid4().hex
        self.push = PushClient(MOCK, self.appkey, "abcd1234")
        self.control = f"{MOCK}/_mock/apps/{self.appkey}"

    def test_every_phone_of_the_customer_gets_it(self):
        self.push.register("phone", "mina")
        self.push.register("tablet", "mina")
        message = self.push.notify(["mina"], "Order shipped", "Arrives Friday", orderId="A-19")
        self.assertEqual(self.push.results(message, 2), {"phone": "SENT", "tablet": "SENT"})
        deliveries = call("GET", f"{self.control}/messages/{message}/deliveries")["deliveries"]
        self.assertEqual({each["appView"]["data"]["orderId"] for each in deliveries}, {"A-19"})

    def test_a_customer_without_consent_gets_nothing_and_the_mock_says_why(self):
        self.push.register("phone", "mina", isNotificationAgreement=False)
        message = self.push.notify(["mina"], "Order shipped", "Arrives Friday")
        call("POST", f"{MOCK}/_mock/settle")
        delivery, = call("GET", f"{self.control}/messages/{message}/deliveries")["deliveries"]
        self.assertEqual((delivery["outcome"], delivery["reason"]), ("FILTERED", "NOTIFICATION_OFF"))
        self.assertIn("isNotificationAgreement is false", delivery["explanation"])

    def test_an_uninstalled_app_is_an_invalid_token(self):
        self.push.register("phone", "mina")
        call("PUT", f"{self.control}/devices", {"devices": [{"token": "phone", "answer": "INVALID_TOKEN"}]})
        message = self.push.notify(["mina"], "Order shipped", "Arrives Friday")
        self.assertEqual(self.push.results(message, 1), {"phone": "INVALID_TOKEN"})
        self.assertEqual(self.push.call("GET", "/tokens?uid=mina")["tokens"], [])

    def test_a_refusal_is_told_apart_and_tried_again(self):
        self.push.register("phone", "mina")
        call("POST", f"{MOCK}/_mock/faults", {"match": {"appkey": self.appkey, "path": "/messages"}, "times": 1, "then": {"resultCode": 50001}})
        with self.assertRaises(PushRefused) as refused:
            self.push.notify(["mina"], "Order shipped", "Arrives Friday")
        self.assertEqual(refused.exception.code, 50001)
        message = self.push.notify(["mina"], "Order shipped", "Arrives Friday")
        self.assertEqual(self.push.results(message, 1), {"phone": "SENT"})


if __name__ == "__main__":
    unittest.main()
