// Enquiry settings, tab Spend: what each source cost in a month.
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { enquirySpend } from './enquiry-spend.record.ts';

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const cells = {
  month: (row: Readonly<Record<string, unknown>>) =>
    MONTH.format(new Date(`${String(row['month'])}T00:00:00Z`)),
};
const REFRESH = ['enquiry.dashboard'];

export function SpendTab() {
  const { franchisee } = useSession();
  return (
    <RecordTab
      record={enquirySpend}
      help={`What a centre paid for each source in a month. With it the dashboard knows what an admission costs.${franchisee === null ? ' Choose a centre to add one.' : ''}`}
      cells={cells}
      refresh={REFRESH}
    />
  );
}
