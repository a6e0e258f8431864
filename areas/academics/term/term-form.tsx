import { date, integer, longText, references, text } from '@aangan/contract/fields.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Group, SimpleGrid } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { type TermRow, termContract } from './term.contract.ts';

const LIST = '/terms/term-details';
const crumbs = [{ label: 'Terms', to: LIST }];

const dates = {
  fromOn: date({ label: 'First day' }),
  toOn: date({ label: 'Last day' }),
  entryFrom: date({ label: 'Grades are entered from', help: 'On or after the first day' }),
  entryTo: date({ label: 'Grades are entered until', help: 'At most 21 days after the last day' }),
  publishOn: date({ label: 'Report cards on', optional: true }),
};
const name = text({ label: 'Name', max: 30 });
const fields = {
  classIds: references('class', { label: 'Classes', most: 40, integerKey: true }),
  termNo: integer({ label: 'Term number', min: 1, max: 4 }),
  name,
  ...dates,
  reason: longText({ label: 'Reason', max: 200, help: 'Why this centre’s dates differ from the network’s' }),
};

const Dates = () => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    {Object.keys(dates).map((field) => (
      <Field key={field} name={field} />
    ))}
  </SimpleGrid>
);

function useLeave() {
  const navigate = useNavigate();
  return (words: string) => () => {
    notice.ok(words);
    void navigate(LIST);
  };
}

/** /terms/add-term: one term of the network for several classes. */
export function AddTerm() {
  const leave = useLeave();
  const { franchisee } = useSession();
  const form = useForm(termContract.save, { fields, refresh: ['term'], onDone: leave('Term added') });
  if (franchisee)
    return (
      <PageFrame title="Add term" crumbs={crumbs}>
        <EmptyState
          title="Terms are the network’s"
          help="Head office adds them with all centres chosen. A centre may move a term’s dates by at most 21 days."
          action={{ label: 'All terms', to: LIST }}
        />
      </PageFrame>
    );
  return (
    <PageFrame title="Add term" crumbs={crumbs} context="centre-year">
      <Form form={form}>
        <Field name="classIds" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="termNo" />
          <Field name="name" />
        </SimpleGrid>
        <Dates />
        <SaveBar label="Add term" will="Adds the term to every chosen class" />
      </Form>
    </PageFrame>
  );
}

/** /terms/edit-term/{termMapID}: the network's dates for head office, its own for a centre. */
export function EditTerm() {
  const { termMapID = '' } = useParams();
  const query = useQuery(termContract.get, { id: termMapID });
  return (
    <PageFrame title={query.data ? `${query.data.name}, ${query.data.className}` : 'Term'} crumbs={crumbs}>
      <QueryState query={query}>
        {(term) => (term.can['change'] ? <NetworkForm term={term} /> : <CentreForm term={term} />)}
      </QueryState>
    </PageFrame>
  );
}

const datesOf = ({ fromOn, toOn, entryFrom, entryTo, publishOn }: Pick<TermRow, keyof typeof dates>) => ({
  fromOn,
  toOn,
  entryFrom,
  entryTo,
  publishOn,
});

function NetworkForm({ term }: { term: TermRow }) {
  const leave = useLeave();
  const form = useForm(termContract.change, {
    fields,
    start: { name: term.name, ...datesOf(term) },
    toInput: (values) => ({ ...values, id: term.id }),
    ifMatch: term.version,
    refresh: ['term'],
    onDone: leave('Term saved'),
  });
  return (
    <Form form={form}>
      <Field name="name" />
      <Dates />
      <SaveBar label="Save term" will="Changes the dates of every centre that has not moved its own" />
    </Form>
  );
}

function CentreForm({ term }: { term: TermRow }) {
  const leave = useLeave();
  const form = useForm(termContract.override, {
    fields,
    start: { ...datesOf(term), reason: term.reason ?? '' },
    toInput: (values) => ({ ...values, id: term.id }),
    disabled: !term.can['override'],
    refresh: ['term'],
    onDone: leave('Dates of this centre saved'),
  });
  const reset = useCommand(termContract.reset, {
    refresh: ['term'],
    onDone: leave('The network’s dates hold again'),
    onError: (error) => notice.error(error),
  });
  const { network } = term;
  return (
    <Form form={form}>
      <Alert color="info" variant="light">
        <Group justify="space-between">
          {network
            ? `The network’s dates: ${formatDay(network.fromOn)} to ${formatDay(network.toOn)}.`
            : term.can['override']
              ? 'The network’s dates hold here. Move them by at most 21 days where the centre needs it.'
              : 'Choose a centre to move its dates.'}
          {term.can['reset'] && (
            <button type="button" className="link-button" onClick={() => void reset.run({ id: term.id })}>
              Back to network dates
            </button>
          )}
        </Group>
      </Alert>
      <Dates />
      <Field name="reason" />
      {term.can['override'] && <SaveBar label="Save dates" will="Changes the dates at this centre only" />}
    </Form>
  );
}
