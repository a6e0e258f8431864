import { type MailPort, openMail } from '@aangan/server/background/mail.ts';
import type { MessageProvider } from './provider.ts';

/** E-mail by SMTP. The text stands in both forms; the page form is ours and holds nothing that was typed unescaped. */
export function smtp(config: { url: string; from: string }): MessageProvider {
  let mail: MailPort | null = null;
  return {
    name: 'SMTP',
    send: async (message) => {
      mail ??= openMail(config);
      const { id } = await mail.send({
        to: message.to,
        subject: message.subject || message.brand,
        text: `${message.text}\n\n-- \n${message.brand}`,
        html: htmlOf(message.text, message.brand),
        headers: {
          'Feedback-ID': `message:${message.franchiseeId}:${message.kind}:aangan`,
          'X-Entity-Ref-ID': message.id,
          ...(message.replyTo ? { 'Reply-To': message.replyTo } : {}),
          ...(message.unsubscribe
            ? {
                'List-Unsubscribe': `<${message.unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
      });
      return { providerId: id };
    },
  };
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Escaped text with its addresses made into links. */
export const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s&<>"']+/g, (url) => `<a href="${url}">${url}</a>`);

const htmlOf = (text: string, brand: string): string =>
  `<!doctype html><html><body style="margin:0;background:#f5f5f7"><table role="presentation" width="100%"><tr><td align="center" style="padding:24px">` +
  `<table role="presentation" width="600" style="max-width:600px;background:#fff;border-radius:8px;font:16px/1.5 system-ui,sans-serif;color:#1f2330">` +
  `<tr><td style="padding:24px"><p style="margin:0 0 16px;font-weight:600">${escapeHtml(brand)}</p><p style="margin:0">${linked(text).replace(/\n/g, '<br>')}</p></td></tr></table></td></tr></table></body></html>`;
