import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Drawer, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { BlockView } from './block-view.tsx';
import { changeKinds } from './sop.states.ts';
import { sopVersionContract as contract } from './sop-version.contract.ts';

type View = OutputOf<typeof contract.get>;
const REFRESH = ['sop-section', 'sop-version', 'sop', 'sop-compliance'];

/** What the approver reads: the changed blocks, what they said before, and whom it asks again. */
export function ReviewDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} size="xl" title={query.data?.section.title ?? 'Version'}>
      <QueryState query={query}>{(view) => <Review view={view} onClose={onClose} />}</QueryState>
    </Drawer>
  );
}

function Review({ view, onClose }: { view: View; onClose: () => void }) {
  const { draft, section } = view;
  const [asked, setAsked] = useState<'approve' | 'back' | null>(null);
  const [all, setAll] = useState(view.difference === null);
  if (!draft) return <Text c="dimmed">Nobody works on this section now.</Text>;
  const shared = {
    start: { id: draft.id },
    ifMatch: draft.version,
    refresh: REFRESH,
    onClose: () => setAsked(null),
  };
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatusTag area="sop-version" state={draft.status} />
      </Group>
      <Facts
        min={150}
        items={[
          { label: 'Code', value: section.code },
          { label: 'Author', value: draft.author },
          { label: 'Version now', value: view.live ?? 'None' },
          { label: 'Kind of change', value: changeKinds[draft.changeKind] },
          { label: 'Written for', value: section.centre ?? 'The network' },
          {
            label: 'Impact',
            value: impactText(view),
          },
        ]}
      />
      {draft.changeNote ? <Text fw={600}>{draft.changeNote}</Text> : null}
      {view.can.decide ? (
        <Group>
          <Button onClick={() => setAsked('approve')}>Approve</Button>
          <Button variant="default" onClick={() => setAsked('back')}>
            Return or reject
          </Button>
        </Group>
      ) : null}
      {view.difference ? (
        <Switch
          label="Show the blocks that stay too"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      ) : null}
      <Difference view={view} all={all} />
      {asked === 'approve' ? (
        <CommandDialog
          of={contract.approve}
          title={`Approve ${section.title}`}
          text={`${impactText(view)}.`}
          confirm="Approve"
          {...shared}
          start={{ id: draft.id, changeKind: draft.changeKind, effectiveFrom: todayIst(serverNow()) }}
          fields={{ effectiveFrom: { earliest: todayIst(serverNow()) } }}
          done={({ number }) => `Version ${number} is approved.`}
          onClose={() => {
            setAsked(null);
            onClose();
          }}
        />
      ) : null}
      {asked === 'back' ? (
        <CommandDialog
          of={contract.sendBack}
          title={`Return or reject ${section.title}`}
          confirm="Send"
          danger
          {...shared}
          start={{ id: draft.id, decision: 'return' }}
          done="The author is notified."
        />
      ) : null}
    </Stack>
  );
}

function impactText({ draft, impact }: View): string {
  if (draft?.changeKind === 'MINOR') return 'Nobody is asked again';
  if (impact === null) return 'Asks everybody who acknowledged it to read it again';
  return impact === 1 ? 'Asks 1 person to read it again' : `Asks ${impact} people to read it again`;
}

function Difference({ view, all }: { view: View; all: boolean }) {
  const marks = view.difference?.marks ?? {};
  const body = view.body.filter(({ block }) => all || marks[block.id] !== undefined);
  return (
    <Stack gap="md">
      {body.map((shown) => {
        const before = view.difference?.before[shown.block.id];
        return (
          <Stack key={shown.block.id} gap={4}>
            <BlockView shown={shown} mark={view.difference ? marks[shown.block.id] : undefined} />
            {before ? (
              <div style={{ opacity: 0.75 }}>
                <Text size="xs" c="dimmed">
                  Before
                </Text>
                <BlockView shown={before} />
              </div>
            ) : null}
          </Stack>
        );
      })}
      {view.difference?.removed.map((shown) => (
        <BlockView key={shown.block.id} shown={shown} mark="REMOVED" />
      ))}
      {body.length + (view.difference?.removed.length ?? 0) === 0 ? (
        <Text c="dimmed">The text is the same as in the version before.</Text>
      ) : null}
    </Stack>
  );
}
