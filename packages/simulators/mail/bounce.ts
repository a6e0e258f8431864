import type { MailMessage } from './mail-message.ts';

export type BounceFacts = {
  recipient: string;
  /** Enhanced status: 5.x.x never, 4.x.x later. Default 5.1.1 (no such mailbox). */
  status?: string;
  diagnostic?: string;
};

/** The report of failed delivery (RFC 3464) a mail server would send to the envelope sender of `message`, as raw mail. */
export function bounceOf(message: MailMessage, facts: BounceFacts): string {
  const status = facts.status ?? '5.1.1';
  const diagnostic =
    facts.diagnostic ?? `550 ${status} The email account that you tried to reach does not exist`;
  const boundary = `report-${message.id}`;
  return [
    'From: Mail Delivery System <mailer-daemon@mail.simulator>',
    `To: <${message.envelope.from}>`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <bounce-${message.id}@mail.simulator>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `The mail to ${facts.recipient} could not be delivered.`,
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.simulator',
    '',
    `Final-Recipient: rfc822; ${facts.recipient}`,
    `Action: ${status.startsWith('4') ? 'delayed' : 'failed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${message.messageId}`,
    `Subject: ${message.subject}`,
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
