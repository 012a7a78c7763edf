import type { Catalogue, MessagesOf } from './language.tsx';

const en = {
  title: 'People',
  intro:
    'Who reads, adjudicates and curates here. A reader signs in once with a link; send it to nobody else, for whoever opens it is that reader.',
  role: 'Role',
  roles: { rater: 'rater', adjudicator: 'adjudicator', curator: 'curator' },
  pseudonym: 'Pseudonym',
  account: 'Account',
  name: 'Name',
  noAccount: 'not invited yet',
  action: 'Sign-in link',
  newLink: (who: string) => `New link for ${who}`,
  inviteAs: (who: string) => `Invite as ${who}`,
  empty: 'Nobody yet. Invite the first rater below; the pseudonym is what reports print.',
  inviteTitle: 'Invite someone',
  username: 'Sign-in name',
  displayName: 'Name shown to themselves',
  displayNameHelp: 'Leave empty for an account that exists.',
  invite: 'Invite',
  linkFor: (who: string) => `Link for ${who}, good once within 7 days. It is shown only now:`,
  copy: 'Copy',
  copied: 'Copied.',
  placed: (who: string) => `${who} has a place in this study now and signs in as before.`,
  needed: 'Give a sign-in name, and a pseudonym for a rater.',
};

const zh: MessagesOf<typeof en> = {
  title: '人员',
  intro: '谁在此阅读、仲裁和管理。读者用一次性链接登录；请勿转发，打开链接者即以该读者身份登录。',
  role: '角色',
  roles: { rater: '评分者', adjudicator: '仲裁者', curator: '管理者' },
  pseudonym: '代号',
  account: '账户',
  name: '姓名',
  noAccount: '尚未邀请',
  action: '登录链接',
  newLink: (who) => `为 ${who} 生成新链接`,
  inviteAs: (who) => `邀请为 ${who}`,
  empty: '还没有人。请在下方邀请第一位评分者；报告中只显示代号。',
  inviteTitle: '邀请',
  username: '登录名',
  displayName: '显示给本人的姓名',
  displayNameHelp: '账户已存在时留空。',
  invite: '邀请',
  linkFor: (who) => `${who} 的链接，7 天内一次有效，仅现在显示：`,
  copy: '复制',
  copied: '已复制。',
  placed: (who) => `${who} 已加入本研究，按原方式登录。`,
  needed: '请填写登录名；评分者还需代号。',
};

/** Words of the page of a study's people. */
export const peopleMessages: Catalogue<MessagesOf<typeof en>> = { en, zh };
