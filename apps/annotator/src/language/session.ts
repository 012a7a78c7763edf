import type { Catalogue, MessagesOf } from './language.tsx';

const en = {
  signIn: 'Sign in',
  intro: 'Blind reading of clinical answers, and the calibration of graders against it.',
  username: 'Name',
  password: 'Password',
  signingIn: 'Signing in…',
  linkWorking: 'Signing in with your link…',
  linkFailed:
    'This sign-in link has been used or is too old. Ask for a new one, or sign in with your password.',
  failed: 'Name or password is not right. Nothing was changed; try again.',
  tooMany: 'Too many attempts. Wait a minute, then try again.',
  unreachable: 'The server cannot be reached. Check the network, then try again.',
  again: 'Your session has ended',
  againText: 'Your work is kept on this computer. Give your password, and it is sent.',
  signOut: 'Sign out',
  unsentTitle: 'Some work has not been sent',
  unsentText: (count: number) =>
    `${count === 1 ? 'One answer holds' : `${count} answers hold`} changes that the server does not have. They stay on this computer and are sent when you open the answer again under your account. Anyone with access to this browser profile could read them.`,
  stay: 'Stay signed in',
  leaveAnyway: 'Sign out and keep them here',
  research: 'Research use, not for diagnosis',
  synthetic: 'Synthetic demonstration data',
  skip: 'Skip to the content',
  loading: 'Loading…',
  retry: 'Try again',
  wrong: 'This could not be loaded',
  outdated: 'The page and the server are of different versions. Reload the page; your unsent work is kept.',
  nothingHere: 'There is nothing here for your account.',
};

const zh: MessagesOf<typeof en> = {
  signIn: '登录',
  intro: '对临床回答进行盲法评阅，并据此校准评分模型。',
  username: '用户名',
  password: '密码',
  signingIn: '正在登录…',
  linkWorking: '正在通过链接登录…',
  linkFailed: '该登录链接已使用或已过期。请索取新链接，或使用密码登录。',
  failed: '用户名或密码不正确。未作任何更改，请重试。',
  tooMany: '尝试次数过多。请等待一分钟后再试。',
  unreachable: '无法连接服务器。请检查网络后重试。',
  again: '会话已结束',
  againText: '您的工作已保留在本机。输入密码后将立即发送。',
  signOut: '退出登录',
  unsentTitle: '有工作尚未发送',
  unsentText: (count) =>
    `${count} 份回答含有服务器尚未收到的更改。它们保留在本机，您以本账户再次打开该回答时会发送。能够使用此浏览器配置的人可能读到这些内容。`,
  stay: '保持登录',
  leaveAnyway: '退出并保留在本机',
  research: '仅供研究使用，不得用于诊断',
  synthetic: '合成演示数据',
  skip: '跳到正文',
  loading: '正在加载…',
  retry: '重试',
  wrong: '无法加载',
  outdated: '页面与服务器版本不一致。请重新加载页面；未发送的工作会保留。',
  nothingHere: '此处没有可供您的账户查看的内容。',
};

export const sessionMessages: Catalogue<MessagesOf<typeof en>> = { en, zh };
