/** English text to Korean; a text that is missing here is shown in English. */
export const korean = {
  'Skip to content': '본문으로 건너뛰기',
  'The server does not answer.': '서버가 응답하지 않습니다.',
  'Overview': '개요',
  'Tokens': '토큰',
  'Tags': '태그',
  'Messages': '메시지',
  'Compose': '메시지 작성',
  'Reservations': '예약',
  'Deliveries': '전달',
  'Statistics': '통계',
  'Requests': '요청',
  'Faults and devices': '장애와 단말',
  'Clock': '시계',
  'Settings': '설정',
  'App': '앱',
  'Appkey': '앱키',
  'Open': '열기',
  'Language': '언어',
  'Appearance': '화면 모드',
  'System': '시스템',
  'Light': '밝게',
  'Dark': '어둡게',
  'frozen': '정지',
  'running': '진행 중',
  'travelled': '이동됨',
  'faults active: {count}': '활성 장애 {count}개',
  'no faults': '장애 없음',
  'Copy': '복사',
  'Copied': '복사됨',
  'Last call': '마지막 호출',
  'Calls of this page': '이 화면의 호출',
  'Close': '닫기',
  'Cancel': '취소',
  'Delete': '삭제',
  'Save': '저장',
  'Add': '추가',
  'Search': '검색',
  'Clear': '지우기',
  'Next page': '다음 페이지',
  'First page': '첫 페이지',
  'Nothing here yet.': '아직 아무것도 없습니다.',
  'Nothing matches.': '일치하는 항목이 없습니다.',
  'Loading…': '불러오는 중…',
  'Try again': '다시 시도',
  'Yes': '예',
  'No': '아니요',
  'Keyboard shortcuts': '키보드 단축키',
  'then': '다음',
  'This help': '이 도움말',
  'Search on this page': '이 화면에서 검색',
  'Menu': '메뉴',
  'Admin token': '관리자 토큰',
  'This server was started with --admin-token. Give the token; it is kept until this tab is closed.':
    '이 서버는 --admin-token 으로 시작되었습니다. 토큰을 입력하세요. 이 탭을 닫을 때까지 보관됩니다.',
  'There is no such page.': '없는 화면입니다.',
  'Choose an app': '앱 선택',
  'No app has data yet. Type any appkey, or send a request with one.': '아직 데이터가 있는 앱이 없습니다. 앱키를 입력하거나 앱키로 요청을 보내세요.',
  'live': '실시간',
  'not connected': '연결 끊김',
  'Pause': '일시 정지',
  'Resume': '계속',

  // Overview
  'UIDs': 'UID',
  'Pending messages': '처리 중인 메시지',
  'Reservations to come': '예정된 예약',
  'Tokens by push type': '푸시 유형별 토큰',
  'Consent': '수신 동의',
  'Last message': '최근 메시지',
  'Message': '메시지',
  'State': '상태',
  'Title': '제목',
  'Created': '생성 시각',
  'Targets': '대상',
  'Sent': '발송',
  'Next reservation': '다음 예약',
  'Everything, ads at night too': '알림·광고·야간 광고 모두 동의',
  'Ads by day only': '주간 광고까지 동의',
  'No ads': '광고 미동의',
  'No notifications': '알림 미동의',
  'Live activity': '실시간 활동',
  'Requests and deliveries of this app show up here as they happen.': '이 앱의 요청과 전달이 발생하는 즉시 여기에 표시됩니다.',
  'Apps': '앱',
  'Server': '서버',
  'Up since': '시작 시각',

  // Tokens

  // Tags and UIDs

  // Messages

  // Compose

  // Reservations

  // Deliveries

  // Statistics

  // Requests

  // Faults and devices

  // Clock

  // Settings
};
