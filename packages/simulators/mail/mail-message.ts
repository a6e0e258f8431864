export type MailAttachment = {
  filename: string;
  contentType: string;
  contentId: string | null;
  content: Buffer;
};

/** What a mail says once its MIME parts are taken apart. */
export type MailContent = {
  /** Lower-case name to values, decoded, in the order they came. */
  headers: Record<string, string[]>;
  subject: string;
  /** The addresses of the headers, which need not be those of the envelope. */
  from: string;
  to: string;
  messageId: string;
  text: string | null;
  html: string | null;
  attachments: MailAttachment[];
};

export type MailMessage = MailContent & {
  id: string;
  /** ISO instant. */
  at: string;
  envelope: { from: string; to: string[] };
  raw: Buffer;
};

/** Where in the conversation a fault happens. `accepted`: the mail is kept, its answer is spoilt. */
export type MailStage = 'connect' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'accepted';

export type MailFault = {
  at: MailStage;
  /** `reply` (default) answers `code` and `text`; `drop` cuts the connection; `hang` never answers. */
  kind?: 'reply' | 'drop' | 'hang';
  /** SMTP code: 4xx try again, 5xx never. Default 451. */
  code?: number;
  text?: string;
  /** Only for `rcpt` and `mail`: part of the address. */
  address?: string;
  /** In how many of 100 cases; default 100. */
  percent?: number;
  /** How many times before it ends by itself; default for ever. */
  times?: number;
};
