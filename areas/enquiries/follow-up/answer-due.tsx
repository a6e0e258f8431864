// Until when the first answer is due, at the head of an enquiry nobody has tried yet.
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { dayOf, formatInstant, formatTime } from '@aangan/web/format.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';

/** The time alone says nothing of an answer that was due days ago. */
export function AnswerDue({ at }: { at: string }) {
  const now = new Date(serverNow());
  const late = Date.parse(at) < now.getTime();
  const when = dayOf(at) === todayIst(now) ? formatTime(at) : formatInstant(at);
  return <Tag tone={late ? 'danger' : 'warning'}>{`First answer ${late ? 'was due' : 'due'} ${when}`}</Tag>;
}
