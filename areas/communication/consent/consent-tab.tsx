import type { InputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Stack } from '@mantine/core';
import { useState } from 'react';
import { communicationModules } from '../modules.ts';
import { consentAnswers, consentListContract } from './consent-list.contract.ts';

type Asked = Pick<InputOf<typeof consentListContract.children>, 'purpose' | 'answer'>;
const answers = ['YES', 'NO', 'NOT_ASKED'] as const;
const PAGE = 50;

/** How many children have which answer; a figure opens its children. */
export function ConsentTab() {
  const query = useQuery(consentListContract.overview, {});
  const [asked, setAsked] = useState<(Asked & { title: string }) | null>(null);
  return (
    <QueryState query={query}>
      {({ rows }) => (
        <Section title="Children by consent" flush>
          <ShortTable
            label="Children by consent"
            rows={rows}
            keyOf={({ purpose }) => purpose}
            minWidth={300}
            columns={[
              { id: 'title', label: 'Consent', cell: ({ title }) => title },
              ...answers.map((answer) => ({
                id: answer,
                label: consentAnswers[answer],
                align: 'end' as const,
                cell: (row: (typeof rows)[number]) => {
                  const n = { YES: row.yes, NO: row.no, NOT_ASKED: row.notAsked }[answer];
                  if (n === 0) return '0';
                  return (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      px={0}
                      onClick={() => setAsked({ purpose: row.purpose, answer, title: row.title })}
                    >
                      {n}
                    </Button>
                  );
                },
              })),
            ]}
          />
          {asked && <ChildrenDrawer asked={asked} title={asked.title} onClose={() => setAsked(null)} />}
        </Section>
      )}
    </QueryState>
  );
}

function ChildrenDrawer({ asked, title, onClose }: { asked: Asked; title: string; onClose: () => void }) {
  const { holds } = useSession();
  const { purpose, answer } = asked;
  const [limit, setLimit] = useState(PAGE);
  const query = useQuery(consentListContract.children, { purpose, answer, limit }, { keepPrevious: true });
  const [paper, setPaper] = useState<{ id: string; name: string } | null>(null);
  const writes = holds(communicationModules.communicationTemplates, true);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`${title}: ${consentAnswers[answer]}`}>
      <QueryState query={query}>
        {({ rows, next }) => (
          <Stack gap="md">
            {rows.length === 0 && <EmptyState title="No child has this answer." help="" />}
            {rows.length > 0 && (
              <ShortTable
                label="Children"
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  {
                    id: 'name',
                    label: 'Child',
                    cell: ({ name }) => name,
                    second: ({ className }) => className,
                  },
                  { id: 'at', label: 'Answered', cell: ({ changedAt }) => <InstantText at={changedAt} /> },
                  ...(writes
                    ? [
                        {
                          id: 'paper',
                          label: '',
                          align: 'end' as const,
                          cell: (row: (typeof rows)[number]) => (
                            <Button variant="default" size="compact-sm" onClick={() => setPaper(row)}>
                              Record paper
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            )}
            {next && (
              <Button variant="default" onClick={() => setLimit((n) => Math.min(n + PAGE, 200))}>
                Show more
              </Button>
            )}
          </Stack>
        )}
      </QueryState>
      {paper && (
        <CommandDialog
          of={consentListContract.onPaper}
          title={`Paper of ${paper.name}’s family`}
          text={`${title}. Keep the signed paper in the child’s file.`}
          confirm="Record"
          start={{ studentId: paper.id, purpose }}
          refresh={['consent']}
          done="Recorded"
          onClose={() => setPaper(null)}
        />
      )}
    </Drawer>
  );
}
