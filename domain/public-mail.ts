// Anybody can have an address there, so none of them can stand for a school.
const DOMAINS: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'msn.com',
  'passport.com',
  'ymail.com',
  'rocketmail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'web.de',
  't-online.de',
  'freenet.de',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'tutanota.com',
  'mail.com',
  'email.com',
  'zoho.com',
  'hey.com',
  'fastmail.com',
  'ya.ru',
  'mail.ru',
  'qq.com',
  'foxmail.com',
  '163.com',
  '126.com',
  'sina.com',
  'naver.com',
  'daum.net',
  'hanmail.net',
  'rediffmail.com',
  'libero.it',
  'virgilio.it',
  'orange.fr',
  'wanadoo.fr',
  'free.fr',
  'laposte.net',
  'bluewin.ch',
  'seznam.cz',
  'wp.pl',
  'comcast.net',
  'btinternet.com',
]);

// These have an address per country: yahoo.fr, yahoo.co.uk, yahoo.com.br.
const PER_COUNTRY = /^(?:yahoo|gmx|yandex|hotmail|outlook|live)\.(?:com|net|(?:com?\.)?[a-z]{2})$/;

export function isPublicMailDomain(domain: string): boolean {
  return DOMAINS.has(domain) || PER_COUNTRY.test(domain);
}
