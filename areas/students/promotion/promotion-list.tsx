import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { promotionContract } from './promotion.contract.ts';
import { type PromotionClasses, runPath } from './promotion-look.tsx';
import { PromotionWork } from './promotion-work.tsx';

type PromotedClass = PromotionClasses['classes'][number];

/** /student-promotion/list: the classes of a centre, and with `run` the work on one of them. */
export function PromotionList() {
  const [runId] = useParam('run');
  return runId ? <PromotionWork id={runId} /> : <Classes />;
}

function Classes() {
  const { franchisee } = useSession();
  const query = useQuery(promotionContract.classes, {}, { fresh: 0, enabled: franchisee !== null });
  const [asked, setAsked] = useState<PromotedClass | null>(null);
  return (
    <PageFrame
      title="Promotion"
      context="centre-year"
      menu={[{ label: 'All promotions', to: '/student-promotion/all' }]}
    >
      {franchisee === null ? (
        <EmptyState title="Choose a centre first" help="A class of one centre is evaluated at a time." />
      ) : (
        <QueryState query={query}>
          {(data) =>
            data.classes.length === 0 ? (
              <EmptyState
                title="No children in this year"
                help="Choose a year in which children are enrolled."
              />
            ) : (
              <Section
                title={`${data.fromYear} to ${data.toYear}`}
                help={
                  data.open
                    ? 'Evaluate a class: only the exceptions have to be decided manually.'
                    : `${data.toYear} is not open at this centre yet. Head office opens it.`
                }
                flush
              >
                <ShortTable
                  label="Classes"
                  rows={data.classes}
                  keyOf={(one) => one.id}
                  columns={[
                    ...columns,
                    buttonColumn('Evaluate', {
                      says: (one: PromotedClass) => `Evaluate ${one.name}`,
                      run: setAsked,
                      when: (one: PromotedClass) =>
                        data.open && data.mayEvaluate && one.runId === null && one.decided < one.children,
                    }),
                  ]}
                />
              </Section>
            )
          }
        </QueryState>
      )}
      {asked ? <Evaluate of={asked} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}

const columns: Column<PromotedClass>[] = [
  textColumn('class', 'Class', (one) => one.name, {
    second: (one) => (one.next ? `moves up to ${one.next}` : 'graduates'),
  }),
  {
    id: 'decided',
    label: 'Done',
    cell: (one) => (
      <Anchor
        inherit
        component={Link}
        to={`/student-promotion/all?tab=children&q=${encodeURIComponent(one.name)}`}
      >{`${one.decided} of ${one.children}`}</Anchor>
    ),
  },
  {
    id: 'run',
    label: 'Run',
    cell: (one) =>
      one.runId && one.runStatus ? (
        <Anchor inherit component={Link} to={runPath(one.runId)}>
          <StatusTag area="promotion-run" state={one.runStatus} />
        </Anchor>
      ) : (
        '–'
      ),
  },
];

function Evaluate({ of, onClose }: { of: PromotedClass; onClose: () => void }) {
  const [section, setSection] = useState<string | null>(null);
  const [, open] = useParam('run');
  const evaluate = useCommand(promotionContract.evaluate, {
    refresh: ['promotion', 'promotion-run'],
    onDone: ({ id, children }) => {
      notice.ok(`${children} children are evaluated.`);
      open(id);
    },
    onError: (error) => notice.error(error),
  });
  return (
    <Modal opened onClose={onClose} title={`Evaluate ${of.name}?`}>
      <Stack gap="md">
        <Text>
          Age, dues and attendance of each child are looked at by the policy of the class. Nothing changes
          until the run is carried out.
        </Text>
        {of.sections.length > 0 ? (
          <FieldInput
            kind="choice"
            name="section"
            label="Section"
            placeholder="The whole class"
            options={of.sections.map((one) => ({ value: one.id, label: one.name }))}
            value={section}
            onChange={(value) => setSection(value === null ? null : String(value))}
          />
        ) : null}
        <DialogFoot onCancel={onClose} running={evaluate.running}>
          <Button
            loading={evaluate.running}
            onClick={() => void evaluate.run({ classId: of.id, ...(section ? { sectionId: section } : {}) })}
          >
            Evaluate
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
