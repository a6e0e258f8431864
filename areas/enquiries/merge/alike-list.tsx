// What may be the same child, and what was joined with this one.

import { todayIst } from '@aangan/contract/period.ts';
import { part } from '@aangan/web/part.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { EnquiryFull } from '../enquiry/enquiry-row.ts';
import { useStep } from '../enquiry/use-step.web.ts';
import { mergeContract } from './merge.contract.ts';

const MergeDialog = part(() => import('./merge-dialog.tsx'), 'MergeDialog');

type AlikeOf = Pick<EnquiryFull, 'id' | 'can' | 'possibleDuplicates' | 'merges'>;

export function AlikeList({ enquiry }: { enquiry: AlikeOf }) {
  const [pair, setPair] = useState<string | null>(null);
  const may = enquiry.can['edit'] === true;
  if (enquiry.possibleDuplicates.length === 0 && enquiry.merges.length === 0) return null;
  return (
    <Section title="Same child?">
      <Stack gap="sm">
        {enquiry.possibleDuplicates.map((one) => (
          <Group key={one.id} justify="space-between" gap="sm">
            <div>
              <Anchor component={Link} to={`/forms/edit/${one.enquiryCode}`}>
                {one.childName}
              </Anchor>
              <Text size="xs" className="quiet">
                {[one.enquiryCode, one.guardianName, one.reasons.join(', ')].filter(Boolean).join(' · ')}
              </Text>
            </div>
            <Group gap="xs">
              <StatusTag area="enquiry" state={one.spancoStatus} />
              {may && (
                <>
                  <Button size="compact-sm" variant="default" onClick={() => setPair(one.id)}>
                    Compare
                  </Button>
                  <TwoChildren candidateId={one.candidateId} />
                </>
              )}
            </Group>
          </Group>
        ))}
        {enquiry.merges.map((merge) => (
          <Joined key={merge.id} merge={merge} />
        ))}
      </Stack>
      <Suspense fallback={null}>
        {pair && <MergeDialog oneId={enquiry.id} otherId={pair} onClose={() => setPair(null)} />}
      </Suspense>
    </Section>
  );
}

export function TwoChildren({ candidateId }: { candidateId: string }) {
  const different = useStep(mergeContract.notDuplicate, 'Kept as two children.');
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={different.running}
      onClick={() => void different.run({ id: candidateId })}
    >
      Two children
    </Button>
  );
}

function Joined({ merge }: { merge: AlikeOf['merges'][number] }) {
  const ask = useConfirm();
  const undo = useStep(mergeContract.undoMerge, (out) => `${out.enquiryCode} stands for itself again.`, [
    'follow-up',
  ]);
  const press = async () => {
    if (await ask({ title: `Take ${merge.enquiryCode} out again?`, confirm: 'Take apart' }))
      await undo.run({ id: merge.id });
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {merge.enquiryCode} was joined on <InstantText at={merge.at} />
        {merge.by ? ` by ${merge.by}` : ''}
      </Text>
      {merge.canUndo ? (
        <Button size="compact-sm" variant="default" loading={undo.running} onClick={() => void press()}>
          Take apart
        </Button>
      ) : (
        <Text size="xs" className="quiet">
          Could be taken apart until <DateText day={todayIst(merge.undoUntil)} />
        </Text>
      )}
    </Group>
  );
}
