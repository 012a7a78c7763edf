/** By what an image error says; the first that fits counts. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/server did not give this picture \(answer (\d+)\)/, '服务器未提供此图像（应答 $1）。'],
  [/did not arrive within a minute/, '此图像一分钟内未送达。请检查网络，滚动离开后再返回。'],
  [/could not be fetched/, '无法获取此图像。请检查网络，滚动离开后再返回。'],
  [/did not finish|stopped unexpectedly/, '解码未完成，已停止。滚动离开后再返回可重试。'],
  [/decoder could not be loaded/, '无法加载此图像的解码程序。请检查网络后重试。'],
  [/too large for the memory/, '此图像超出浏览器可用的内存。'],
  [/cut short/, '此图像的数据不完整：文件被截断。'],
  [/transfer syntax ([\d.]+)/, '不支持此图像的压缩方式（传输语法 $1）。'],
  [/not supported/, '不支持此类图像。'],
  [/palette/, '此彩色图像缺少调色板。'],
  [/frames; frame/, '文件中没有所请求的帧。'],
  [/not a DICOM image|holds no picture|no compressed data|has no size/, '此文件不含可显示的图像。'],
  [/gives no canvas|belongs to no open case/, '浏览器无法显示此图像。'],
  [/damaged|could not be decoded|compressed picture is|segments|restart/, '此图像的数据已损坏，无法解码。'],
];

/** An image error's English sentence in Chinese; one that is not known says only that the image cannot be shown. */
export function imageErrorInChinese(message: string): string {
  for (const [pattern, sentence] of sentences) {
    const match = pattern.exec(message);
    if (match) return sentence.replace('$1', match[1] ?? '');
  }
  return '无法显示此图像。';
}
