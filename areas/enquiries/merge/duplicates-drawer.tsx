import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Card, Drawer, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ageText } from '../enquiry/enquiry-look.tsx';
import { stageLabel } from '../enquiry/stage-label.ts';
import { TwoChildren } from './alike-list.tsx';
import { mergeContract } from './merge.contract.ts';

const MergeDialog = part(() => import('./merge-dialog.tsx'), 'MergeDialog');

/** Pairs that wait for a person's word. */
export function DuplicatesDrawer({ onClose }: { onClose: () => void }) {
  const list = useList(mergeContract.duplicates, { local: true, limit: 25 });
  const [pair, setPair] = useState<{ oneId: string; otherId: string } | null>(null);
  return (
    <Drawer opened onClose={onClose} title="Possibly the same child">
      <Stack gap="sm">
        {list.error && <ErrorState error={list.error} retry={list.refetch} />}
        {list.loading && <TextSkeleton />}
        {!list.loading && !list.error && list.rows.length === 0 && (
          <EmptyState
            title="No pair to look at"
            help="Children that look alike are noted when they arrive and every night."
          />
        )}
        {list.rows.map((row) => (
          <Card key={row.id} withBorder padding="sm">
            <Stack gap="xs">
              {[row.a, row.b].map((side) => (
                <Group key={side.id} justify="space-between" gap="sm" wrap="nowrap">
                  <div>
                    <Text fw={500}>{side.childName}</Text>
                    <Text size="xs" className="quiet">
                      {[side.enquiryCode, side.className, ageText(side.childDob), side.guardianName]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  </div>
                  <StatusTag area="enquiry" state={side.spancoStatus} label={stageLabel(side.stage)} />
                </Group>
              ))}
              <Group justify="space-between" gap="sm">
                <Text size="xs" className="quiet">
                  {`Alike: ${row.reasons.join(', ')}`}
                </Text>
                {row.can['merge'] && (
                  <Group gap="xs">
                    <TwoChildren candidateId={row.id} />
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setPair({ oneId: row.a.id, otherId: row.b.id })}
                    >
                      Compare
                    </Button>
                  </Group>
                )}
              </Group>
            </Stack>
          </Card>
        ))}
        {(list.next || list.previous) && (
          <Group justify="flex-end" gap="sm">
            {list.previous && (
              <Button variant="default" size="compact-md" onClick={list.previous}>
                Back
              </Button>
            )}
            {list.next && (
              <Button variant="default" size="compact-md" onClick={list.next}>
                More
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <Suspense fallback={null}>{pair && <MergeDialog {...pair} onClose={() => setPair(null)} />}</Suspense>
    </Drawer>
  );
}
