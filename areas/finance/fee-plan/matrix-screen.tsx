import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { feePlanContract, type PlanView } from './fee-plan.contract.ts';
import { bodyOf, cellOf, type PlanBody, problemsOf, withOption } from './plan-draft.ts';
import { OptionEditor } from './plan-option.tsx';

/** /fee-component/fee-installment/{componentID}/{breakDownID}: one option's matrix, the named component's row pointed out. */
export function MatrixScreen() {
  const { componentID, breakDownID = '' } = useParams();
  const query = useQuery(feePlanContract.get, { optionId: breakDownID });
  return (
    <QueryState query={query}>
      {(plan) => (
        <Matrix
          key={`${plan.id}:${plan.version}`}
          plan={plan}
          optionId={breakDownID}
          focus={componentID === 'all' ? undefined : componentID}
        />
      )}
    </QueryState>
  );
}

function useBody(plan: PlanView) {
  const [body, setBody] = useState<PlanBody>(() => bodyOf(plan));
  const [problem, setProblem] = useState<string | null>(null);
  const save = useCommand(feePlanContract.save, {
    onError: (error) => setProblem(error.message),
    onDone: () => notice.ok('Saved.'),
  });
  return {
    body,
    setBody,
    problem,
    running: save.running,
    save: () => {
      setProblem(null);
      void save.run(body);
    },
  };
}

const crumbsOf = (plan: PlanView) => [
  { label: 'Fee plans', to: '/fee-component/list' },
  { label: plan.name, to: `/fee-component/editPlan/${plan.id}` },
];
const typesOf = (plan: PlanView) =>
  new Map(
    plan.components.map((c) => [
      c.feeTypeId,
      {
        id: c.feeTypeId,
        name: c.name,
        componentKind: c.componentKind,
        oneTime: c.oneTime,
        royaltyBase: c.royaltyBase,
      },
    ]),
  );

function Matrix({ plan, optionId, focus }: { plan: PlanView; optionId: string; focus: string | undefined }) {
  const { body, setBody, problem, running, save } = useBody(plan);
  const option = body.options.find((one) => one.id === optionId);
  const editable = plan.can['update'] === true;
  const problems = problemsOf(body);
  if (!option) return null;
  return (
    <PageFrame
      title={`Instalments: ${option.name}`}
      crumbs={crumbsOf(plan)}
      primary={
        editable
          ? {
              label: 'Save',
              run: () => {
                if (problems.length === 0 && !running) save();
              },
            }
          : undefined
      }
    >
      <Stack gap="md">
        {problem ? (
          <Alert color="danger" title="Not saved">
            {problem}
          </Alert>
        ) : null}
        {problems.length > 0 ? <Alert color="warning">{problems.join('. ')}.</Alert> : null}
        {editable ? null : (
          <Alert color="gray">{`This plan is ${plan.status.toLowerCase()}; its instalments are read only.`}</Alert>
        )}
        <OptionEditor
          body={body}
          option={option}
          types={typesOf(plan)}
          editable={editable}
          saved={false}
          focus={focus}
          onChange={(next) => setBody(withOption(body, next))}
        />
      </Stack>
    </PageFrame>
  );
}

/** /fee-component/fee-installment/royalty/{componentID}/{breakDownID}: base and rate of each component, head office's share of each cell. */
export function RoyaltyMatrixScreen() {
  const { componentID, breakDownID = '' } = useParams();
  const query = useQuery(feePlanContract.get, { optionId: breakDownID });
  return (
    <QueryState query={query}>
      {(plan) => (
        <RoyaltyMatrix
          key={`${plan.id}:${plan.version}`}
          plan={plan}
          optionId={breakDownID}
          focus={componentID === 'all' ? undefined : componentID}
        />
      )}
    </QueryState>
  );
}

const bases = [
  { value: 'NET', label: 'Net' },
  { value: 'GROSS', label: 'Gross' },
  { value: 'NONE', label: 'None' },
];

function RoyaltyMatrix({
  plan,
  optionId,
  focus,
}: {
  plan: PlanView;
  optionId: string;
  focus: string | undefined;
}) {
  const { body, setBody, problem, running, save } = useBody(plan);
  const { franchisee } = useSession();
  const option = body.options.find((one) => one.id === optionId);
  const names = new Map(plan.components.map((c) => [c.id, c.name]));
  // The rate is head office's to set; a centre reads it.
  const mayRate = plan.can['update'] === true && (franchisee === null || franchisee.id === 1);
  const set = (id: string, change: Partial<PlanBody['components'][number]>) =>
    setBody({ ...body, components: body.components.map((c) => (c.id === id ? { ...c, ...change } : c)) });
  if (!option) return null;
  const seqs = [...option.instalments].sort((a, b) => a.seq - b.seq);
  return (
    <PageFrame
      title={`Royalty: ${option.name}`}
      crumbs={crumbsOf(plan)}
      primary={
        mayRate
          ? {
              label: 'Save',
              run: () => {
                if (!running) save();
              },
            }
          : undefined
      }
    >
      <Stack gap="md">
        {problem ? (
          <Alert color="danger" title="Not saved">
            {problem}
          </Alert>
        ) : null}
        <Section
          title="Components"
          help="Without a rate of its own a component follows the centre's agreement."
          flush
        >
          <Table.ScrollContainer minWidth={720}>
            <Table horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Component</Table.Th>
                  <Table.Th>Base</Table.Th>
                  <Table.Th>Rate</Table.Th>
                  {seqs.map((one) => (
                    <Table.Th key={one.seq} ta="right">
                      {one.label}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {body.components.map((c) => (
                  <Table.Tr
                    key={c.id}
                    {...(focus === c.id ? { bg: 'var(--mantine-primary-color-light)' } : {})}
                  >
                    <Table.Td>{names.get(c.id)}</Table.Td>
                    <Table.Td>
                      <FieldInput
                        bare
                        kind="choice"
                        name={`base-${c.id}`}
                        label={`Base of ${names.get(c.id) ?? ''}`}
                        options={bases}
                        disabled={!mayRate}
                        value={c.royaltyBase}
                        onChange={(value) => set(c.id, { royaltyBase: value as 'NET' })}
                      />
                    </Table.Td>
                    <Table.Td>
                      <FieldInput
                        bare
                        kind="percent"
                        name={`rate-${c.id}`}
                        label={`Rate of ${names.get(c.id) ?? ''}`}
                        optional
                        placeholder="Agreement"
                        disabled={!mayRate || c.royaltyBase === 'NONE'}
                        value={c.royaltyBp ?? null}
                        onChange={(value) => set(c.id, { royaltyBp: (value as number | null) ?? null })}
                      />
                    </Table.Td>
                    {seqs.map((one) => {
                      const amount = cellOf(option.cells, c.id, one.seq);
                      return (
                        <Table.Td key={one.seq} ta="right">
                          {c.royaltyBase === 'NONE' || amount === 0 ? (
                            '–'
                          ) : c.royaltyBp == null ? (
                            <span className="quiet">agreement</span>
                          ) : (
                            <Money paise={share(paise(amount), c.royaltyBp)} />
                          )}
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Section>
        <ShareBar body={body} />
        {mayRate ? (
          <Group>
            <Button onClick={save} loading={running}>
              Save
            </Button>
          </Group>
        ) : null}
      </Stack>
    </PageFrame>
  );
}

function ShareBar({ body }: { body: PlanBody }) {
  const total = body.components.reduce((sum, c) => sum + c.amount, 0);
  const bearing = body.components.reduce((sum, c) => (c.royaltyBase === 'NONE' ? sum : sum + c.amount), 0);
  if (total === 0) return null;
  return (
    <Alert color="gray">{`${formatPercent(Math.round((bearing * 10000) / total))} of the plan bears royalty.`}</Alert>
  );
}
