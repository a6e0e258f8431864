import type { MailAttachment, MailContent } from './mail-message.ts';

type Part = { headers: Record<string, string[]>; body: Buffer };
type FieldValue = { value: string; parameters: Record<string, string> };

/** Takes a raw mail apart: headers, the first plain and HTML texts, all attachments. Unknown encodings stay as they are. */
export function parseMail(raw: Buffer): MailContent {
  const mail = splitPart(raw);
  const content: MailContent = {
    headers: mail.headers,
    subject: first(mail, 'subject'),
    from: first(mail, 'from'),
    to: first(mail, 'to'),
    messageId: first(mail, 'message-id'),
    text: null,
    html: null,
    attachments: [],
  };
  collect(mail, content);
  return content;
}

function collect(part: Part, content: MailContent): void {
  const type = fieldValue(first(part, 'content-type') || 'text/plain');
  const boundary = type.parameters['boundary'];
  if (type.value.startsWith('multipart/') && boundary !== undefined) {
    for (const inner of splitMultipart(part.body, boundary)) collect(splitPart(inner), content);
    return;
  }
  const disposition = fieldValue(first(part, 'content-disposition'));
  const filename = disposition.parameters['filename'] ?? type.parameters['name'];
  const body = decodeBody(part);
  const isText = type.value === 'text/plain' || type.value === 'text/html';
  if (disposition.value === 'attachment' || filename !== undefined || !isText) {
    content.attachments.push(
      attachmentOf(part, { contentType: type.value, filename: filename ?? '', content: body }),
    );
  } else if (type.value === 'text/html') content.html ??= decodeText(body, type.parameters['charset']);
  else content.text ??= decodeText(body, type.parameters['charset']);
}

function attachmentOf(part: Part, facts: Omit<MailAttachment, 'contentId'>): MailAttachment {
  const contentId = first(part, 'content-id').replace(/^<|>$/g, '');
  return { ...facts, contentId: contentId === '' ? null : contentId };
}

function splitPart(raw: Buffer): Part {
  const end = raw.indexOf('\r\n\r\n');
  // A part may have no headers at all: it then starts with the empty line.
  const start = raw.subarray(0, 2).toString() === '\r\n' ? 0 : end;
  const head = start === 0 ? '' : raw.subarray(0, end === -1 ? raw.length : end).toString('utf8');
  const body = start === 0 ? raw.subarray(2) : end === -1 ? Buffer.alloc(0) : raw.subarray(end + 4);
  const headers: Record<string, string[]> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).toLowerCase();
    headers[name] = [...(headers[name] ?? []), decodeWords(line.slice(colon + 1).trim())];
  }
  return { headers, body };
}

function splitMultipart(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  const mark = Buffer.from(`--${boundary}`);
  let at = body.indexOf(mark);
  while (at !== -1) {
    const start = at + mark.length;
    if (body.subarray(start, start + 2).toString() === '--') break;
    const next = body.indexOf(mark, start);
    if (next === -1) break;
    const lineEnd = body.indexOf('\r\n', start);
    parts.push(body.subarray(lineEnd + 2, Math.max(lineEnd + 2, next - 2)));
    at = next;
  }
  return parts;
}

function first(part: Part, name: string): string {
  return part.headers[name]?.[0] ?? '';
}

/** `text/plain; charset=utf-8` and the like; also `filename*=utf-8''…` and parameters in pieces (`filename*0*=`). */
function fieldValue(field: string): FieldValue {
  const [value = '', ...rest] = field.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const parameters: Record<string, string> = {};
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals < 0) continue;
    const key = parameter.slice(0, equals).trim().toLowerCase();
    const text = parameter
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    const name = key.replace(/\*.*$/, '');
    const plain = key.endsWith('*') ? percentDecoded(text) : text;
    parameters[name] = (key.includes('*') ? (parameters[name] ?? '') : '') + plain;
  }
  return { value: value.trim().toLowerCase(), parameters };
}

function percentDecoded(text: string): string {
  const value = text.replace(/^[\w-]*'[\w-]*'/, '');
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function decodeBody(part: Part): Buffer {
  const encoding = first(part, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(part.body.toString('latin1'), 'base64');
  return encoding === 'quoted-printable'
    ? unquote(part.body.toString('latin1').replaceAll(/[ \t]*=\r\n/g, ''))
    : part.body;
}

function unquote(text: string): Buffer {
  const bytes = text.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** RFC 2047 words in headers; two encoded words side by side have no space between them. */
function decodeWords(text: string): string {
  const joined = text.replaceAll(/(=\?[^?]+\?[bBqQ]\?[^?]*\?=)\s+(?==\?)/g, '$1');
  return joined.replaceAll(
    /=\?([^?]+)\?([bBqQ])\?([^?]*)\?=/g,
    (_, charset: string, encoding: string, word: string) => {
      const bytes =
        encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' '));
      return decodeText(bytes, charset);
    },
  );
}

function decodeText(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
