import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { communicationModules } from '../modules.ts';
import { announcementContract, type ManagedAnnouncement, type Reader } from './announcement.contract.ts';

const PAGE = 50;

/** Who has read it, or who has not yet, to be called one after the other. */
export function ReaderList({ row, left }: { row: ManagedAnnouncement; left: boolean }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const [limit, setLimit] = useState(PAGE);
  const query = useQuery(
    announcementContract.readers,
    { id: row.id, left, q, limit },
    { keepPrevious: true },
  );
  const when = (instant: string | null) => <InstantText at={instant} />;
  return (
    <Stack gap="md">
      <TextInput
        aria-label="Search by name"
        placeholder="Name of the person or the child"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maw={320}
      />
      <QueryState query={query}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState title={left ? 'Nobody is left.' : 'Nobody yet.'} help="" />
          ) : (
            <Section title={total.n === 1 ? '1 person' : `${total.n} people`} flush>
              <ShortTable
                label={left ? 'Not yet' : 'Readers'}
                rows={rows}
                keyOf={({ kind, id }) => `${kind}${id}`}
                minWidth={560}
                columns={[
                  {
                    id: 'name',
                    label: 'Name',
                    cell: ({ name }) => name,
                    second: ({ children, kind }) => children || (kind === 'STAFF' ? 'Staff' : null),
                  },
                  { id: 'class', label: 'Class', cell: ({ className }) => className || '–' },
                  {
                    id: 'seen',
                    label: 'Seen',
                    cell: ({ seenAt, signsIn }) =>
                      seenAt ? when(seenAt) : signsIn ? '–' : 'Does not use the app',
                  },
                  ...(row.ackRequired && !left
                    ? [{ id: 'ack', label: 'Acknowledged', cell: (one: Reader) => when(one.acknowledgedAt) }]
                    : []),
                  ...(left
                    ? [
                        { id: 'reminded', label: 'Reminded', cell: (one: Reader) => one.reminded || '–' },
                        {
                          id: 'number',
                          label: 'Number',
                          cell: (one: Reader) => <Call of={row.id} reader={one} />,
                        },
                      ]
                    : []),
                ]}
              />
            </Section>
          )
        }
      </QueryState>
      {query.data?.next && (
        <Button variant="default" onClick={() => setLimit((n) => Math.min(n + PAGE, 200))}>
          Show more
        </Button>
      )}
    </Stack>
  );
}

/** The number stands masked until somebody asks for it to call; each look is logged. */
function Call({ of, reader }: { of: string; reader: Reader }) {
  const { holds } = useSession();
  const [number, setNumber] = useState<string | null>(null);
  const reveal = useCommand(announcementContract.reveal, {
    onDone: (out) => setNumber(out.number),
    onError: (error) => notice.error(error),
  });
  if (number) return <PhoneText phone={number} />;
  if (!reader.number) return '–';
  if (!holds(communicationModules.announcementList, true)) return reader.number;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={reveal.running}
      onClick={() => void reveal.run({ id: of, kind: reader.kind, personId: reader.id })}
    >
      {reader.number}
    </Button>
  );
}
