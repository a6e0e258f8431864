// The stages of the pipeline by status, in their order; drag them, or press the arrows.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { cls } from '@aangan/web/cls.ts';
import { formatCount } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconGripVertical, IconLock, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { stageLabel, statusWithCode } from '../enquiry/stage-label.ts';
import { stageContract } from './stage.contract.ts';
import classes from './stages.module.css';

const AddStage = part(() => import('./add-stage.tsx'), 'AddStage');

type Stage = OutputOf<typeof stageContract.overview>['rows'][number];

export function StagesTab() {
  const query = useQuery(stageContract.overview, {}, { fresh: 0 });
  const [adding, setAdding] = useState(false);
  return (
    <QueryState query={query}>
      {({ rows, can }) => (
        <Stack gap="md">
          {can['add'] && (
            <Group justify="flex-end">
              <Button leftSection={<IconPlus {...icon} />} onClick={() => setAdding(true)}>
                Add stage
              </Button>
            </Group>
          )}
          {spancoStatuses.map((status) => (
            <StatusStages key={status} status={status} rows={rows.filter((row) => row.status === status)} />
          ))}
          <Suspense fallback={null}>{adding && <AddStage onClose={() => setAdding(false)} />}</Suspense>
        </Stack>
      )}
    </QueryState>
  );
}

function StatusStages({ status, rows }: { status: Stage['status']; rows: readonly Stage[] }) {
  const [dragged, setDragged] = useState<string | null>(null);
  const order = useCommand(stageContract.order, {
    refresh: ['enquiry'],
    onError: (error) => notice.error(error),
  });
  // Only one's own can change places; they keep the places they hold together.
  const own = rows.filter((row) => row.can['update']).map((row) => row.id);
  const place = (ids: string[]) => void order.run({ status, ids });
  return (
    <Section title={statusWithCode(status)} flush>
      <ul className={classes.list} aria-label={`Stages of ${status}`}>
        {rows.map((row) => (
          <li
            key={row.id}
            className={cls(classes.row, dragged === row.id && classes.dragged)}
            draggable={row.can['update'] === true && own.length > 1}
            onDragStart={() => setDragged(row.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged && row.can['update']) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              const to = own.indexOf(row.id);
              if (dragged && dragged !== row.id && own.includes(dragged) && to >= 0)
                place(own.filter((one) => one !== dragged).toSpliced(to, 0, dragged));
            }}
          >
            <Places row={row} own={own} onOrder={place} />
            <div className={classes.words}>
              <Anchor component={Link} to={`/forms/settings/edit/${row.id}`}>
                {stageLabel(row.code)}
              </Anchor>
              <Text size="xs" className="quiet">
                {[row.open !== null && `${formatCount(row.open)} open`, askedText(row)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {row.active ? <Tag tone={row.colour}>{originOf(row)}</Tag> : <Tag tone="neutral">Hidden</Tag>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Places({
  row,
  own,
  onOrder,
}: {
  row: Stage;
  own: readonly string[];
  onOrder: (ids: string[]) => void;
}) {
  if (!own.includes(row.id))
    return <IconLock {...smallIcon} aria-label="Head office sets it" aria-hidden={false} />;
  if (own.length < 2) return null;
  return (
    <Group gap={2} wrap="nowrap">
      <IconGripVertical {...smallIcon} />
      <OrderButtons name={row.code} ids={own} id={row.id} disabled={false} onOrder={onOrder} />
    </Group>
  );
}

// The one stage that is ours stands like the specification's: talks and revivals lead to it.
const originOf = (row: Stage): string => {
  if (row.isSeed || row.code === 'In Conversation') return 'Built in';
  return row.shared ? 'Network' : 'Own';
};
const exitWords: Readonly<Record<Stage['exitNeeds'][number], string>> = {
  class: 'the class',
  programme: 'the programme',
  dob: 'the date of birth',
  pincode: 'the pincode',
};
const whoEnters = (row: Stage): string | false => {
  if (row.status === 'Suspect') return 'Entered when a family asks';
  return row.enteredBy === 'SYSTEM' && 'Entered by admissions';
};

/** 'Asks for a note, a sub-status · at most 14 days'. */
function askedText(row: Stage): string {
  const asks = [
    row.needsNote && 'a note',
    row.needsReason && 'a reason',
    row.needsSubStatus && 'a sub-status',
    row.needsFollowUp && 'the next date',
    row.needsAppointment && 'a visit',
  ].filter(Boolean);
  const parts = [
    whoEnters(row),
    asks.length > 0 && `Asks for ${asks.join(', ')}`,
    row.exitNeeds.length > 0 && `Leaving needs ${row.exitNeeds.map((need) => exitWords[need]).join(', ')}`,
    row.maxDays !== null && `At most ${row.maxDays} days`,
  ].filter(Boolean);
  return parts.join(' · ') || 'Asks for nothing more';
}
