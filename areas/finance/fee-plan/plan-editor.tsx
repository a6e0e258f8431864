import { newId } from '@aangan/web/api/new-id.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, List, SimpleGrid, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { feeType } from '../fee-type/fee-type.record.ts';
import { optionKindLabels, sessionLabels } from '../finance-look.tsx';
import { feePlanContract, type PlanView } from './fee-plan.contract.ts';
import { ComponentRows } from './plan-components.tsx';
import {
  bodyOf,
  emptyPlan,
  type FeeTypeChoice,
  newOption,
  type OptionBody,
  type PlanBody,
  problemsOf,
  withOption,
} from './plan-draft.ts';
import { OptionEditor } from './plan-option.tsx';
import type { BreakdownKind } from './plan-shape.ts';
import { PlanTotals } from './plan-totals.tsx';
import { usePlanRules } from './use-plan-rules.tsx';

/** /fee-component/add and /fee-component/editPlan/{planID?}. */
export function PlanEditor() {
  const { planID } = useParams();
  const plan = useQuery(feePlanContract.get, { id: planID ?? '' }, { enabled: planID !== undefined });
  const types = useQuery(feeType.endpoints.list, { filters: { status: 'APPROVED' }, limit: 200 });
  const { academicYear } = useSession();
  const year = academicYear?.id ?? new Date().getFullYear();
  return (
    <QueryState query={types}>
      {(found) => {
        const choices = new Map((found as { rows: FeeTypeChoice[] }).rows.map((row) => [row.id, row]));
        if (planID === undefined)
          return <Editor key="new" start={emptyPlan(year)} types={choices} plan={null} />;
        return (
          <QueryState query={plan}>
            {(view) => (
              <Editor
                key={`${view.id}:${view.version}`}
                start={bodyOf(view)}
                types={withUsed(choices, view)}
                plan={view}
              />
            )}
          </QueryState>
        );
      }}
    </QueryState>
  );
}

/** Retired fee types stay readable in plans that have them. */
function withUsed(choices: Map<string, FeeTypeChoice>, plan: PlanView): Map<string, FeeTypeChoice> {
  for (const c of plan.components)
    if (!choices.has(c.feeTypeId))
      choices.set(c.feeTypeId, {
        id: c.feeTypeId,
        name: c.name,
        componentKind: c.componentKind,
        oneTime: c.oneTime,
        royaltyBase: c.royaltyBase,
      });
  return choices;
}

const kinds = Object.keys(optionKindLabels) as BreakdownKind[];
const sessions = Object.entries(sessionLabels).map(([value, label]) => ({ value, label }));

function Editor({
  start,
  types,
  plan,
}: {
  start: PlanBody;
  types: ReadonlyMap<string, FeeTypeChoice>;
  plan: PlanView | null;
}) {
  const navigate = useNavigate();
  const rules = usePlanRules();
  const [body, setBody] = useState(start);
  const [problem, setProblem] = useState<{ message: string; fields: Record<string, string> } | null>(null);
  const save = useCommand(feePlanContract.save, {
    onError: (error) => setProblem({ message: error.message, fields: { ...error.fields } }),
  });
  const submit = useCommand(feePlanContract.submit, {
    onError: (error) => setProblem({ message: error.message, fields: {} }),
  });
  const editable = plan === null || plan.can['update'] === true;
  const problems = problemsOf(body);
  const set = (change: Partial<PlanBody>) => setBody({ ...body, ...change });
  const fields = problem?.fields ?? {};
  const keep = async (): Promise<{ id: string; version: number } | null> => {
    setProblem(null);
    return save.run(body);
  };
  const saveDraft = async () => {
    const saved = await keep();
    if (!saved) return;
    notice.ok('Draft saved.');
    navigate(`/fee-component/editPlan/${saved.id}`, { replace: true });
  };
  const handIn = async () => {
    const saved = await keep();
    if (saved && (await submit.run({ id: saved.id }, { ifMatch: saved.version })) !== null) {
      notice.ok('Submitted. Another user approves the plan.');
      navigate('/fee-component/list');
    }
  };
  useHotkeys(
    [
      [
        'mod+S',
        () => {
          if (editable && problems.length === 0) void saveDraft();
        },
      ],
    ],
    [],
  );
  const addOption = (kind: BreakdownKind) =>
    set({
      options: [
        ...body.options,
        newOption(body, kind, types, {
          id: newId(),
          name: freeName(body, optionKindLabels[kind] ?? kind),
          rules,
        }),
      ],
    });
  const put = (option: OptionBody) => setBody(withOption(body, option));
  return (
    <PageFrame
      title={plan ? plan.name : 'Add fee plan'}
      crumbs={[{ label: 'Fee plans', to: '/fee-component/list' }]}
      context="centre-year"
    >
      {plan && !editable ? (
        <Alert mb="md" color="gray">
          {plan.status === 'APPROVED'
            ? `This version is approved. Start version ${plan.planVersion + 1} from the list to change it; ${plan.students} children stay on version ${plan.planVersion}.`
            : 'This plan cannot be changed now.'}
        </Alert>
      ) : null}
      {plan?.status === 'REJECTED' && plan.decisionNote ? (
        <Alert mb="md" color="danger" title="Sent back">
          {plan.decisionNote}
        </Alert>
      ) : null}
      <TwoColumns
        main={
          <Stack gap="md">
            <Section title="Plan">
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                <FieldInput
                  kind="text"
                  name="name"
                  label="Name"
                  max={120}
                  disabled={!editable}
                  error={fields['name']}
                  value={body.name}
                  onChange={(value) => set({ name: String(value ?? '') })}
                />
                <FieldInput
                  kind="text"
                  name="code"
                  label="Code"
                  help="For example NUR-FD-2627"
                  max={30}
                  disabled={!editable || plan !== null}
                  error={fields['code']}
                  value={body.code}
                  onChange={(value) => set({ code: String(value ?? '').toUpperCase() })}
                />
                <FieldInput
                  kind="reference"
                  to="class"
                  name="classId"
                  label="Class"
                  optional
                  disabled={!editable}
                  chosenLabel={plan?.className ?? null}
                  value={body.classId}
                  onChange={(value) => set({ classId: (value as number | null) ?? null })}
                />
                <FieldInput
                  kind="reference"
                  to="service"
                  name="serviceId"
                  label="Service"
                  help="Only for a plan that sells a service instead of a class"
                  optional
                  disabled={!editable}
                  error={fields['serviceId']}
                  chosenLabel={plan?.serviceName ?? null}
                  value={body.serviceId ?? null}
                  onChange={(value) =>
                    set({
                      serviceId: (value as string | null) ?? null,
                      module: value ? 'SERVICE' : 'ACADEMIC',
                    })
                  }
                />
                <FieldInput
                  kind="choice"
                  name="session"
                  label="Session"
                  options={sessions}
                  disabled={!editable}
                  value={body.session}
                  onChange={(value) => set({ session: (value as 'NONE') ?? 'NONE' })}
                />
                <FieldInput
                  kind="date"
                  name="validFrom"
                  label="Valid from"
                  disabled={!editable}
                  error={fields['validFrom']}
                  value={body.validFrom}
                  onChange={(value) => set({ validFrom: String(value ?? '') })}
                />
                <FieldInput
                  kind="date"
                  name="validTo"
                  label="Valid to"
                  optional
                  disabled={!editable}
                  value={body.validTo}
                  onChange={(value) => set({ validTo: (value as string | null) ?? null })}
                />
              </SimpleGrid>
            </Section>
            <ComponentRows body={body} types={types} editable={editable} onChange={setBody} />
            {body.options.map((option) => (
              <OptionEditor
                key={option.id}
                body={body}
                option={option}
                types={types}
                editable={editable}
                onChange={put}
                onRemove={() => set({ options: body.options.filter((one) => one.id !== option.id) })}
                saved={plan?.options.some((one) => one.id === option.id) ?? false}
              />
            ))}
            {editable ? (
              <Section
                title="Add a payment option"
                help="Each option shows another way to pay the same plan."
              >
                <Group gap="xs">
                  {kinds.map((kind) => (
                    <Button key={kind} size="xs" variant="default" onClick={() => addOption(kind)}>
                      {optionKindLabels[kind]}
                    </Button>
                  ))}
                </Group>
              </Section>
            ) : null}
          </Stack>
        }
        rail={
          <Stack gap="md">
            <PlanTotals body={body} types={types} />
            {problem ? (
              <Alert color="danger" title="Not saved">
                {problem.message}
              </Alert>
            ) : null}
            {problems.length > 0 ? (
              <Alert color="warning" title="Before it can be saved">
                <List size="sm">
                  {problems.map((text) => (
                    <List.Item key={text}>{text}</List.Item>
                  ))}
                </List>
              </Alert>
            ) : null}
            {editable ? (
              <Stack gap="xs">
                <Button
                  onClick={() => void saveDraft()}
                  loading={save.running}
                  disabled={problems.length > 0}
                >
                  Save draft
                </Button>
                <Button
                  variant="default"
                  onClick={() => void handIn()}
                  loading={submit.running}
                  disabled={problems.length > 0 || body.components.length === 0 || body.options.length === 0}
                >
                  Save and submit
                </Button>
              </Stack>
            ) : null}
            {plan ? <HistoryPanel kind="fee-plan" id={plan.id} /> : null}
          </Stack>
        }
      />
    </PageFrame>
  );
}

function freeName(body: PlanBody, name: string): string {
  const taken = new Set(body.options.map((option) => option.name));
  for (let n = 1; ; n += 1) {
    const wanted = n === 1 ? name : `${name} ${n}`;
    if (!taken.has(wanted)) return wanted;
  }
}
