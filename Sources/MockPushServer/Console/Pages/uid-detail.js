// One uid: its tags and tokens.
import { appPath, call, get } from './api.js';
import { h, put } from './dom.js';
import { badge, button, card, confirmed, copyButton, heading, loaded, notice, table } from './parts.js';
import { tagEditor } from './tag-parts.js';
import { t } from './text.js';
import { editToken } from './token-form.js';
import { consentBadge, short, when } from './words.js';

export function uidDetail(page, uid) {
  const { app, root, href, go, signal } = page;
  const place = h('div');
  put(root, heading(href('tags', ['uids']), t('UIDs'), uid, ' ', copyButton(uid)), place);
  const refresh = loaded(place, async () => {
    const found = await get(appPath(app, 'uids', uid), { signal });
    return [
      card(t('Tags'), tagEditor(page, uid, found.uid.tags, () => refresh())),
      card(t('Tokens'), table([t('Token'), t('Push type'), t('Consent'), t('Language'), t('Last registered')], found.tokens.map((token) => [
        h('a', { href: href('tokens', [token.token], { pushType: token.pushType }) }, h('code', {}, short(token.token, 26))), badge(token.pushType),
        [consentBadge(token), token.isExpired && [' ', badge(t('expired'), 'bad')]], `${token.language} · ${token.country}`, when(token.activatedDateTime),
      ]), { caption: t('Tokens'), empty: t('It has no token: a message to this uid reaches nobody.') }),
      h('div', { class: 'actions' },
        button(t('Send to this uid'), () => go('compose', [], { uid }), { class: 'primary' }),
        button(t('Register a token'), () => editToken(app, { uid }, () => refresh())),
        button(t('Delete'), () => confirmed(t('Delete this uid with its tags and tokens?'), t('Delete'), async () => {
          await call('DELETE', appPath(app, 'uids', uid));
          notice(t('The uid is deleted.'));
          go('tags', ['uids']);
        }), { class: 'danger' }))),
    ];
  });
}
