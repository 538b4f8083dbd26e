// A notification roughly as a phone shows it, made from the payload of its push type.
import { isObject } from './compose-draft.js';
import { h } from './dom.js';
import { t } from './text.js';

const texts = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What of a payload meets the eye. */
function seen({ pushType, payload }) {
  if (pushType.startsWith('APNS')) {
    const alert = payload.aps?.alert;
    const found = isObject(alert) ? alert : { body: alert };
    return { title: texts(found.title ?? found['title-loc-key']), body: texts(found.body ?? found['loc-key']), badge: payload.aps?.badge, sound: payload.aps?.sound, rich: payload.richMessage };
  }
  if (pushType === 'TENCENT') {
    const custom = payload.custom_content ?? {};
    return { title: texts(payload.title), body: texts(payload.content), badge: custom.badge, sound: custom.sound, rich: custom.richMessage };
  }
  const data = payload.data ?? {};
  const shown = payload.notification ?? {};
  return { title: texts(shown.title ?? data.title), body: texts(shown.body ?? data.body), badge: shown.badge ?? data.badge, sound: shown.sound ?? data.sound, rich: data.richMessage };
}

const platform = (pushType) => (pushType.startsWith('APNS') ? 'iOS' : 'Android');

/** The text that tells two notifications apart. */
export const looks = (rendering) => JSON.stringify([platform(rendering.pushType), seen(rendering)]);

export function notification(rendering, app) {
  const { title, body, badge, sound, rich } = seen(rendering);
  const os = platform(rendering.pushType);
  const buttons = Array.isArray(rich?.buttons) ? rich.buttons.filter(isObject) : [];
  const media = isObject(rich?.media) ? rich.media : null;
  const isSilent = !title && !body;
  return h('figure', { class: `phone ${os}` },
    h('figcaption', {}, os, ' · ', rendering.pushType, rendering.addsAdvertisementText && [' · ', t('Korean ad')]),
    h('div', { class: 'screen' },
      h('div', { class: isSilent ? 'note silent' : 'note' },
        h('div', { class: 'from' }, h('span', { class: 'icon', 'aria-hidden': 'true' }, app.slice(0, 1).toUpperCase(), badge !== undefined && h('span', { class: 'count' }, texts(badge))),
          h('span', {}, app), h('span', { class: 'soft' }, t('now')), sound && h('span', { class: 'soft', title: texts(sound) }, '♪')),
        isSilent ? h('p', { class: 'soft' }, t('Shows nothing by itself; the app is handed the data.'))
          : [title && h('p', { class: 'title' }, title), body && h('p', { class: 'text' }, body)],
        media && h('div', { class: 'media' }, `${texts(media.mediaType) || t('Media')}: ${texts(media.source)}`),
        buttons.length > 0 && h('ul', { class: 'buttons' }, buttons.map((button) => h('li', {}, texts(button.name) || '…'))))));
}
