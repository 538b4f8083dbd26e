// What to do on each kind of client, with commands.
import { appPath, curl } from './api.js';

const secure = 'https:' + '//';

export const hosts = {
  real: ['api-push.cloud.toast.com', 'push.api.nhncloudservice.com', 'notification-stats.api.nhncloudservice.com', 'collector-push.cloud.toast.com'],
  alpha: ['alpha-api-push.cloud.toast.com', 'notification-stats-alpha.api.nhncloudservice.com', 'alpha-collector-push.cloud.toast.com'],
  beta: ['beta-api-push.cloud.toast.com', 'notification-stats-beta.api.nhncloudservice.com', 'beta-collector-push.cloud.toast.com'],
};

/** [{ title, text, commands }] in English; titles and texts are translated where they are shown. */
export function steps(kind, server) {
  const { origin, host, httpPort, httpsPort, proxyPort, app } = server;
  const outside = `http://${host}:${httpPort}`;
  const fetchCA = `curl -s ${origin}/_mock/ca.pem -o /tmp/mock-ca.pem`;
  const reachable = {
    title: 'Start the server for other machines', text: 'The device must reach this machine. A proxy that other machines reach relays the vendor’s hosts only.',
    commands: [`mock-push-server serve --host 0.0.0.0 --http-port ${httpPort} --proxy-port ${proxyPort} --proxy-host 0.0.0.0`],
  };
  const proxy = { title: 'Start the server with its proxy', text: 'No change in the app and no hosts file: the proxy brings the vendor’s hosts here.', commands: [`mock-push-server serve --proxy-port ${proxyPort}`] };
  const look = { title: 'Look whether it works', text: 'Doctor looks at names, ports, trust, clocks and proxies, and prints the command that mends what is missing. The page Requests shows what comes.', commands: ['mock-push-server doctor'] };
  const androidTrust = {
    title: 'Trust the CA', text: 'In the device’s settings search for “CA certificate”, install the file anyway. Apps trust such a CA only if they say so; for debug builds by this res/xml/network_security_config.xml, named by android:networkSecurityConfig in the manifest.',
    commands: [`${fetchCA}\nadb push /tmp/mock-ca.pem /sdcard/Download/mock-push-server-ca.crt`,
      '<network-security-config>\n  <debug-overrides>\n    <trust-anchors>\n      <certificates src="system" />\n      <certificates src="user" />\n    </trust-anchors>\n  </debug-overrides>\n</network-security-config>'],
  };
  switch (kind) {
    case 'ios-simulator': return [
      proxy,
      { title: 'Trust the CA', text: 'While the simulator runs.', commands: [`${fetchCA}\nxcrun simctl keychain booted add-root-cert /tmp/mock-ca.pem`] },
      { title: 'Use the proxy', text: 'The simulator uses the proxies of the Mac: System Settings > Network > Details > Proxies > Automatic Proxy Configuration, with this address.', commands: [`${origin}/_mock/proxy.pac`] },
      { title: 'See notifications arrive', text: 'Deliveries of APNS and APNS_SANDBOX are handed to the simulator.', commands: ['mock-push-server simulator --bundle-id com.example.app'] },
      look,
    ];
    case 'iphone': return [
      reachable,
      { title: 'Trust the CA', text: 'Open this address in Safari on the device and allow the download. Then Settings > General > VPN & Device Management > Downloaded Profile > Install, and Settings > General > About > Certificate Trust Settings: switch it on.', commands: [`${outside}/_mock/ca.mobileconfig`] },
      { title: 'Use the proxy', text: 'Settings > Wi-Fi > this network > Configure Proxy > Automatic, with this address.', commands: [`${outside}/_mock/proxy.pac`] },
      look,
    ];
    case 'android-emulator': return [
      proxy,
      { title: 'Start the emulator with the proxy', commands: [`emulator -avd NAME -http-proxy http://127.0.0.1:${proxyPort}`] },
      androidTrust,
      { title: 'See notifications arrive', text: 'Deliveries of FCM are handed to the emulator; it takes an image where adb root works (Google APIs, not Google Play).', commands: ['mock-push-server emulator --package com.example.app'] },
      { title: 'Without a proxy', text: 'An app that calls the server itself reaches this machine as 10.0.2.2, which the certificate must name.', commands: [`mock-push-server serve --https-port ${httpsPort} --tls-host 10.0.2.2`, `${secure}10.0.2.2:${httpsPort}`] },
      look,
    ];
    case 'android-device': return [
      reachable, androidTrust,
      { title: 'Use the proxy', text: 'Settings > Wi-Fi > this network > Proxy > Proxy Auto-Config, with this address.', commands: [`${outside}/_mock/proxy.pac`] },
      look,
    ];
    case 'backend': return [
      { title: 'By a base URL', text: 'Where the backend can be given one, take this in place of the vendor’s. Without configured apps any appkey and any X-Secret-Key of eight letters and digits is let in.',
        commands: [origin, curl({
          method: 'POST', path: `/push/v2.4/appkeys/${app}/messages`, headers: { 'X-Secret-Key': 'abcd1234', 'Content-Type': 'application/json' },
          body: { target: { type: 'ALL' }, messageType: 'NOTIFICATION', content: { default: { title: 'Hello', body: 'World' } } },
        })] },
      { title: 'By the proxy', text: 'The backend keeps the vendor’s URL.', commands: [`mock-push-server serve --proxy-port ${proxyPort}`, `export HTTPS_PROXY=http://127.0.0.1:${proxyPort}`] },
      { title: 'By names', text: 'Lines for the hosts file; the server must then listen on 443.', commands: [hosts.real.map((name) => `127.0.0.1 ${name}`).join('\n'), 'sudo mock-push-server serve --https-port 443'] },
      { title: 'Trust the CA', text: 'With the vendor’s https URLs.', commands: [
        `${fetchCA}\nexport REQUESTS_CA_BUNDLE=/tmp/mock-ca.pem   # Python requests\nexport SSL_CERT_FILE=/tmp/mock-ca.pem        # ssl, httpx\nexport NODE_EXTRA_CA_CERTS=/tmp/mock-ca.pem  # Node`,
        'keytool -importcert -noprompt -alias mock-push-server -file /tmp/mock-ca.pem -keystore mock-push-server.p12 -storetype PKCS12 -storepass changeit\njava -Djavax.net.ssl.trustStore=mock-push-server.p12 -Djavax.net.ssl.trustStorePassword=changeit …',
        `curl -s --cacert /tmp/mock-ca.pem --resolve ${hosts.real[0]}:${httpsPort}:127.0.0.1 '${secure}${hosts.real[0]}:${httpsPort}/push/v2.3/appkeys/${app}/tokens/a1b2?pushType=APNS_SANDBOX'`] },
      look,
    ];
    default: return [
      { title: 'Start it and wait until it is ready', commands: ['mock-push-server serve --database :memory: --clock 2026-03-02T10:00:00+09:00 &\nmock-push-server readyz --wait', 'docker compose -f docker/compose.yaml up --build --abort-on-container-exit --exit-code-from job'] },
      { title: 'Begin each test anew', commands: [curl({ method: 'POST', path: '/_mock/reset' })] },
      { title: 'Wait without sleeping', text: 'Settle answers when no message is pending; an advance of the clock answers when all that fell due is delivered.',
        commands: [curl({ method: 'POST', path: '/_mock/settle' }), curl({ method: 'POST', path: '/_mock/clock/advance', body: { by: 'PT1H' } })] },
      { title: 'Check what the app or the backend called', text: 'Verify answers 422 with the nearest misses.',
        commands: [curl({ method: 'POST', path: '/_mock/requests/verify', body: { match: { method: 'POST', path: '*/tokens', appkey: app }, count: 1 } }).replace('curl -s', 'curl -s --fail-with-body')] },
      { title: 'Check what was delivered', commands: [curl({ method: 'GET', path: appPath(app, 'messages', 'latest', 'deliveries') })] },
    ];
  }
}
