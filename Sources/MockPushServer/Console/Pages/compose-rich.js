// The fields of a rich message.
import { bound, group } from './compose-content.js';
import { read, write } from './compose-draft.js';
import { h, put } from './dom.js';
import { button, check, field, select } from './parts.js';
import { t } from './text.js';

const maximumButtons = 3;
const buttonTypes = ['OPEN_APP', 'OPEN_URL', 'REPLY', 'DISMISS', 'DEEP_LINK'];
const sourceTypes = [['', '–'], 'REMOTE', 'LOCAL'];
const mediaTypes = [['', '–'], 'IMAGE', 'GIF', 'VEDIO', 'VIDEO', 'AUDIO'];

export function richFields(map, edited) {
  const part = (key, title, content) => group(title, read(map, ['richMessage', key]) !== undefined, content);
  const medium = (key, title) => part(key, title, media(map, ['richMessage', key], edited));
  return [
    buttons(map, edited),
    medium('media', t('Media')), medium('androidMedia', t('Media for Android alone')), medium('iosMedia', t('Media for iOS alone')),
    part('largeIcon', t('Large icon (Android)'), h('div', { class: 'fields' },
      field(t('Source'), bound(map, ['richMessage', 'largeIcon', 'source'], edited)), choice(map, ['richMessage', 'largeIcon', 'sourceType'], t('Kind of source'), sourceTypes, edited))),
    part('group', t('Group (Android)'), h('div', { class: 'fields' },
      field(t('Key'), bound(map, ['richMessage', 'group', 'key'], edited)), field(t('Description'), bound(map, ['richMessage', 'group', 'description'], edited)))),
  ];
}

function choice(map, path, label, options, edited) {
  return field(label, select(options, read(map, path) ?? '', { onchange: (event) => { write(map, path, event.target.value); edited(); } }));
}

function media(map, path, edited) {
  return [h('div', { class: 'fields' },
    field(t('Source'), bound(map, [...path, 'source'], edited, { placeholder: 'http://example.com/a.jpg' })), choice(map, [...path, 'sourceType'], t('Kind of source'), sourceTypes, edited),
    choice(map, [...path, 'mediaType'], t('Kind of media'), mediaTypes, edited), field(t('Extension'), bound(map, [...path, 'extension'], edited, { placeholder: 'jpg' }))),
  check(t('Expandable (Android)'), read(map, [...path, 'expandable']) === true, { onchange: (event) => { write(map, [...path, 'expandable'], event.target.checked); edited(); } })];
}

function buttons(map, edited) {
  const root = h('div');
  const path = ['richMessage', 'buttons'];
  const all = () => { const found = read(map, path); return Array.isArray(found) ? found : []; };
  const change = (next) => { write(map, path, next.length ? next : undefined); edited(); show(); };
  const show = () => put(root,
    all().map((each, index) => h('fieldset', {}, h('legend', {}, t('Button {number}', { number: index + 1 })), h('div', { class: 'fields' },
      field(t('Name'), bound(map, [...path, index, 'name'], edited)),
      choice(map, [...path, index, 'buttonType'], t('What it does'), buttonTypes, edited),
      field(t('Link'), bound(map, [...path, index, 'link'], edited, { placeholder: 'myapp://…' })), field(t('Hint'), bound(map, [...path, index, 'hint'], edited)),
      field(t('Text of the reply button (iOS)'), bound(map, [...path, index, 'submitName'], edited))),
    button(t('Remove'), () => change(all().filter((_, other) => other !== index)), { class: 'small' }))),
    all().length < maximumButtons && h('p', {}, button('+ ' + t('Add a button'), () => change([...all(), { name: '', buttonType: 'OPEN_APP' }]), { class: 'small' })));
  show();
  return root;
}
