// "Would it get a message now?", asked of the server for both kinds of message.
import { appPath, call } from './api.js';
import { h } from './dom.js';
import { badge, button, field, loaded, segments } from './parts.js';
import { moment, t, told } from './text.js';
import { seoul } from './token-form.js';
import { reasonText } from './words.js';

export function wouldGet({ app, signal }, token) {
  const place = h('div', { role: 'status' });
  let isNow = true;
  let lastAt = '';
  const input = h('input', { type: 'datetime-local', step: 1, onchange: () => ask() });
  const chooser = field(t('At (Seoul, +09:00)'), input);
  chooser.hidden = true;
  const ask = loaded(place, async () => {
    if (!isNow && !input.value) return h('p', { class: 'empty' }, t('Choose a date and a time.'));
    const at = isNow ? undefined : seoul(input.value);
    const [notification, ad] = await Promise.all(['NOTIFICATION', 'AD'].map((type) => explain(app, token, type, at, signal)));
    lastAt = notification.at.slice(0, 19);
    return [
      h('p', {}, t('At {date}', { date: moment(notification.at) }), ad.isNight && [' ', badge(t('night'), 'info')]),
      h('dl', { class: 'verdicts' }, verdict(t('Notification'), notification), verdict(t('Ad'), ad)),
    ];
  });
  return [
    h('div', { class: 'bar' },
      segments(t('When'), [['now', t('Now')], ['at', t('At a time')]], 'now', (value) => {
        isNow = value === 'now';
        chooser.hidden = isNow;
        input.value ||= lastAt;
        return ask();
      }), chooser, button(t('Ask again'), () => ask())),
    place,
  ];
}

/** A message to this uid alone that has something to show in every push type. */
function explain(app, token, messageType, at, signal) {
  const text = messageType === 'AD' ? { contact: '1588-0000', removeGuide: 'Settings' } : {};
  return call('POST', appPath(app, 'explain'), {
    target: { type: 'UID', to: [token.uid], pushTypes: [token.pushType] }, content: { default: { title: 'Title', body: 'Body' } }, messageType, ...text,
    token: token.token, pushType: token.pushType, at,
  }, { signal });
}

function verdict(label, { deliveries: [delivery] }) {
  const isSent = delivery?.outcome === 'SENT';
  return [h('dt', {}, label), h('dd', {}, badge(t(isSent ? 'Yes' : 'No'), isSent ? 'good' : 'bad'), ' ',
    delivery && [delivery.reason !== 'ACCEPTED' && [h('strong', {}, reasonText(delivery.reason)), ' '], h('span', { class: 'soft' }, told(delivery.explanation))])];
}
