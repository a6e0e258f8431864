import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { scheduleContract as contract } from './schedule.contract.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a rhythm does not use is not asked for. */
const fields = {
  weekday: { when: ({ every }: Values) => every === 'WEEKLY' },
  dayOfMonth: { when: ({ every }: Values) => every === 'MONTHLY' || every === 'QUARTERLY' },
};

const done = ({ reaches, mayRead }: { reaches: number; mayRead: number }): string =>
  reaches === mayRead
    ? `Scheduled. It reaches ${reaches} ${reaches === 1 ? 'person' : 'people'}.`
    : `Scheduled. It reaches ${reaches} people, ${mayRead} may read it.`;

export const NewSchedule = ({ onClose }: { onClose: () => void }) => (
  <CommandDialog
    of={contract.create}
    title="Schedule a report"
    text="Each person gets a file of their own, with what they may see."
    confirm="Schedule"
    start={{ format: 'xlsx', every: 'MONTHLY', dayOfMonth: 5, at: '07:00', onlyIfRows: false }}
    fields={fields}
    refresh={['report-schedule']}
    done={done}
    onClose={onClose}
  />
);

export function EditSchedule({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    <QueryState query={query} skeleton={null}>
      {({ version, ...values }) => (
        <CommandDialog
          of={contract.change}
          title="Change the schedule"
          confirm="Save"
          start={values as never}
          ifMatch={version}
          fields={fields}
          refresh={['report-schedule']}
          done={done}
          onClose={onClose}
        />
      )}
    </QueryState>
  );
}
