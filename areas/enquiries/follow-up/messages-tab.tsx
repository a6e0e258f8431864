import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { enquiryWorkContract } from './enquiry-work.contract.ts';
import type { WorkingTabProps } from './working-enquiry.ts';

const states: Readonly<Record<string, string>> = {
  QUEUED: 'waits to leave',
  SENDING: 'is leaving',
  SENT: 'sent',
  DELIVERED: 'arrived',
  READ: 'read',
  FAILED: 'did not arrive',
  UNKNOWN: 'no answer yet',
  SUPPRESSED: 'not sent',
  CANCELLED: 'taken back',
};
const reasons: Readonly<Record<string, string>> = {
  NO_CONSENT: 'the family did not agree',
  SUPPRESSED: 'the family asked us to stop',
  NOT_CONNECTED: 'WhatsApp is not connected',
};

const channelName = (channel: string): string =>
  ({ EMAIL: 'E-mail', WHATSAPP: 'WhatsApp' })[channel] ?? channel;

/** What the family was written, with what became of it. */
export function MessagesTab({ enquiry }: WorkingTabProps) {
  const messages = useQuery(enquiryWorkContract.messages, { enquiryId: enquiry.id });
  return (
    <QueryState query={messages}>
      {({ sent }) =>
        sent.length === 0 ? (
          <EmptyState title="No message yet" help="Messages about visits and those you send stand here." />
        ) : (
          <TimelineList
            items={sent.map((one) => ({
              at: one.at,
              who: [channelName(one.channel), one.to].filter(Boolean).join(' to '),
              what: `${one.title}: ${states[one.status] ?? one.status.toLowerCase()}`,
              note: one.reason ? (reasons[one.reason] ?? one.reason) : one.text,
              tone: one.status === 'FAILED' ? 'danger' : one.status === 'SUPPRESSED' ? 'warning' : 'neutral',
            }))}
          />
        )
      }
    </QueryState>
  );
}
