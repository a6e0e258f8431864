// What is said of a child's destination: a new one, a change from a day on, one day, the end.
import { todayIst } from '@aangan/contract/period.ts';
import { weekdaysOf } from '@aangan/contract/weekday.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Field, type FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { studentDestinationContract as contract } from './student-destination.contract.ts';
import type { studentDestinations } from './student-destination.listing.ts';

export type DestinationRow = ListingRow<typeof studentDestinations.endpoints.list>;

const REFRESH = ['student-destination', 'trip'];
const WEEK = weekdaysOf(31);
const searchChildren = async (q: string) => (await call(contract.children, { q })).rows;
const home = (values: Readonly<Record<string, unknown>>): boolean => values['direction'] === 'DROPOFF';
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Among the people of the child, as they may on the first day. */
function Receivers({ studentId, ...props }: FieldProps & { studentId?: string }) {
  const { values } = useFormModel();
  const child = studentId ?? text(values['studentId']);
  const on = text(values['fromOn']) || text(values['on']);
  const ready = child !== '' && on !== '';
  const query = useQuery(contract.people, { studentId: child, on }, { enabled: ready, fresh: 0 });
  const people = (ready ? query.data?.rows : undefined) ?? [];
  return (
    <Field
      {...props}
      options={people
        .filter(({ refused }) => !refused)
        .map(({ id, name, relation }) => ({ value: id, label: `${name} (${relation})` }))}
      placeholder={ready ? 'Choose people' : 'Choose the child and the day first'}
      disabled={!ready}
    />
  );
}

export const AddDestination = ({ onClose }: { onClose: () => void }) => (
  <CommandDialog
    of={contract.add}
    title="Assign destination"
    confirm="Assign destination"
    start={{ direction: 'DROPOFF', days: WEEK, fromOn: todayIst(Date.now()) }}
    fields={{
      studentId: { kind: 'reference', search: searchChildren, placeholder: 'Name or admission number' },
      receivers: { as: Receivers, when: home, optional: false },
    }}
    refresh={REFRESH}
    done="The destination is assigned."
    onClose={onClose}
  />
);

interface StepProps {
  row: DestinationRow;
  onClose: () => void;
}

const receiversOf = ({ row }: StepProps) => ({
  as: (props: FieldProps) => <Receivers {...props} studentId={row.studentId} />,
  when: () => row.direction === 'DROPOFF',
  optional: false,
});

export function ChangeDestination(props: StepProps) {
  const { row, onClose } = props;
  const today = todayIst(Date.now());
  return (
    <CommandDialog
      of={contract.change}
      title={`Change the destination of ${row.child}`}
      text="The days before stay as they were."
      confirm="Change destination"
      start={{
        id: row.id,
        destinationId: row.destinationId,
        days: weekdaysOf(row.daysMask),
        fromOn: row.fromOn > today ? row.fromOn : today,
        toOn: row.toOn,
        receivers: row.receiverIds,
      }}
      ifMatch={row.version}
      fields={{ receivers: receiversOf(props) }}
      refresh={REFRESH}
      done="The destination is changed."
      onClose={onClose}
    />
  );
}

export const ChangeOneDay = (props: StepProps) => (
  <CommandDialog
    of={contract.oneDay}
    title={`One day of ${props.row.child}`}
    text="On this day alone the child is brought there."
    confirm="Change this day"
    start={{ id: props.row.id, on: todayIst(Date.now()) }}
    fields={{ receivers: receiversOf(props) }}
    refresh={REFRESH}
    done="The day is changed."
    onClose={props.onClose}
  />
);

export const EndDestination = ({ row, onClose }: StepProps) => (
  <CommandDialog
    of={contract.end}
    title={`Bring ${row.child} to ${row.destination} no more`}
    text="After that day the child goes home by the route stop."
    confirm="End destination"
    danger
    start={{ id: row.id, on: todayIst(Date.now()) }}
    ifMatch={row.version}
    refresh={REFRESH}
    done="The destination ends."
    onClose={onClose}
  />
);
