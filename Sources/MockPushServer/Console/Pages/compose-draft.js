// What is being composed: the body of POST /messages, and when it goes out.

const empty = () => ({
  body: { target: { type: 'ALL' }, content: { default: {} }, messageType: 'NOTIFICATION' }, isReserved: false, schedules: [''], isLocalTime: false,
});

const key = (app) => `mock-push-draft:${app}`;

/** Kept until the tab is closed. Another page may put one here and then go to Compose. */
export function storeDraft(app, draft) {
  sessionStorage.setItem(key(app), JSON.stringify(draft));
}

export function storedDraft(app) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key(app)));
    return isObject(draft?.body) ? { ...empty(), ...draft } : empty();
  } catch {
    return empty();
  }
}

export const newDraft = (body) => ({ ...empty(), ...(body ? { body } : {}) });

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectIn = (holder, name) => {
  if (!isObject(holder[name])) holder[name] = {};
  return holder[name];
};

export function read(map, path) {
  return path.reduce((value, name) => (typeof value === 'object' && value !== null ? value[name] : undefined), map);
}

/** Sets a member deep inside; an empty value takes it away, and the objects that it leaves empty. */
export function write(map, path, value) {
  const [name, ...rest] = path;
  if (rest.length) {
    const next = map[name];
    if (typeof next !== 'object' || next === null) map[name] = {};
    write(map[name], rest, value);
    if (isObject(map[name]) && !Object.keys(map[name]).length && !Array.isArray(map)) delete map[name];
  } else if (value === '' || value === undefined || value === false) {
    delete map[name];
  } else {
    map[name] = value;
  }
}

/** Bodies to begin with. */
export const examples = {
  Notification: { content: { default: { title: 'Order shipped', body: 'It arrives on Friday.', orderId: 'A-19' } } },
  Ad: {
    messageType: 'AD', contact: '1588-0000', removeGuide: '메뉴 > 알림 설정',
    content: { default: { title: 'Friday sale', body: '50% off, today only' }, ko: { title: '금요일 특별 이벤트', body: '지금 주문하시면 50% 할인된 가격으로!' } },
  },
  'Three languages': {
    content: { default: { title: 'Hello', body: 'Nice to meet you.' }, ko: { title: '안녕하세요', body: '만나서 반갑습니다.' }, ja: { title: 'こんにちは', body: 'はじめまして。' } },
  },
  'Rich message': {
    content: { default: {
      title: 'Your table is ready', body: 'See you at seven.', badge: 1, sound: 'default',
      richMessage: {
        media: { source: 'http://example.com/table.jpg', sourceType: 'REMOTE', mediaType: 'IMAGE', extension: 'jpg', expandable: true },
        buttons: [{ name: 'Open', buttonType: 'OPEN_APP', hint: '' }, { name: 'Answer', buttonType: 'REPLY', hint: 'Write here', submitName: 'Send' }],
      },
    } },
  },
  'Data only': { content: { default: { 'content-available': '1', refresh: 'orders' } } },
};
