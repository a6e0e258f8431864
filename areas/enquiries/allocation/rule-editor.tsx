// One rule of lead allocation: which leads, who gets them, what when nobody can, and what it would have done.
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { optionsOf } from '../enquiry/choice-filter.web.ts';
import {
  allocationRuleContract,
  anyLead,
  type RuleChoices,
  type RuleInput,
} from './allocation-rule.contract.ts';
import { fallbacks, type MatchName, modes } from './allocation-words.ts';
import { RuleConditions } from './rule-conditions.tsx';
import { RuleMembers } from './rule-members.tsx';
import { RuleSimulation } from './rule-simulation.tsx';

const SETTINGS_RULES = '/forms/settings/add?tab=allocation';

const fresh: RuleInput = {
  name: '',
  active: true,
  match: anyLead,
  mode: 'ROUND_ROBIN',
  onShiftOnly: false,
  fallback: 'NEXT_RULE',
  members: [],
};

interface Stored {
  id: string;
  version: number;
  network: boolean;
  change: boolean;
  rule: RuleInput;
}

export function RuleEditor() {
  const { allocationId = 'new' } = useParams();
  const isNew = allocationId === 'new';
  const choices = useQuery(allocationRuleContract.choices, {}, { fresh: 60_000 });
  const stored = useQuery(allocationRuleContract.get, { id: allocationId }, { enabled: !isNew, fresh: 0 });
  return (
    <QueryState query={choices}>
      {(known) =>
        isNew ? (
          <Editor key="new" stored={null} choices={known} />
        ) : (
          <QueryState query={stored}>
            {({ id, version, network, rule, can }) => (
              <Editor
                key={`${id}:${version}`}
                stored={{ id, version, network, rule, change: can['change'] === true }}
                choices={known}
              />
            )}
          </QueryState>
        )
      }
    </QueryState>
  );
}

function Editor({ stored, choices }: { stored: Stored | null; choices: RuleChoices }) {
  const { holds, franchisee } = useSession();
  const navigate = useNavigate();
  const [rule, setRule] = useState<RuleInput>(stored?.rule ?? fresh);
  const start = useRef(rule);
  const saved = useRef(false);
  const dirty = JSON.stringify(rule) !== JSON.stringify(start.current);
  const mayChange = stored ? stored.change : holds(allocationRuleContract.save.module, true);
  const save = useCommand(allocationRuleContract.save, {
    onDone: ({ id }) => {
      saved.current = true;
      notice.ok('Rule saved. 0 leads moved.');
      void navigate(stored ? SETTINGS_RULES : `/forms/settings/autoallocation/${id}`, { replace: true });
    },
  });
  const remove = useCommand(allocationRuleContract.remove, {
    onDone: () => {
      saved.current = true;
      notice.ok('The rule is taken away. Its leads stay with their owners.');
      void navigate(SETTINGS_RULES, { replace: true });
    },
    onError: (error) => notice.error(error),
  });
  const change = (part: Partial<RuleInput>) => {
    saved.current = false;
    setRule((before) => ({ ...before, ...part }));
  };
  const errorOf = (path: string): string | undefined =>
    Object.entries(save.error?.fields ?? {}).find(
      ([name]) => name === path || name.startsWith(`${path}.`),
    )?.[1];
  const store = () => void save.run({ rule, ...(stored ? { id: stored.id, version: stored.version } : {}) });
  return (
    <PageFrame
      title={stored ? stored.rule.name : 'New allocation rule'}
      crumbs={[{ label: 'Enquiry settings', to: SETTINGS_RULES }]}
      context="centre"
      menu={[
        {
          label: 'Take this rule away',
          danger: true,
          hidden: !stored || !mayChange,
          run: () => stored && void remove.run({ id: stored.id }, { ifMatch: stored.version }),
        },
      ]}
      {...(mayChange
        ? {
            primary: {
              label: 'Save rule',
              run: store,
              disabled: save.running || (stored !== null && !dirty),
            },
          }
        : {})}
    >
      <Stack gap="md">
        {!mayChange && (
          <Alert color="info" variant="light">
            {stored?.network
              ? 'This rule is the network’s. Head office changes it.'
              : 'You may look at this rule. Somebody with the settings right changes it.'}
          </Alert>
        )}
        {save.error && (
          <Alert color="danger" variant="light" role="alert">
            {Object.keys(save.error.fields).length > 0 ? 'Fix the highlighted fields.' : save.error.message}
          </Alert>
        )}
        <TwoColumns
          main={
            <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
              <Stack gap="md">
                <Section title="Rule">
                  <Stack gap="md" maw={560}>
                    <FieldInput
                      kind="text"
                      label="Name"
                      value={rule.name}
                      onChange={(name) => change({ name: String(name ?? '') })}
                      error={errorOf('rule.name')}
                      max={60}
                      disabled={!mayChange}
                    />
                    <FieldInput
                      kind="boolean"
                      label="In use"
                      value={rule.active}
                      onChange={(active) => change({ active: active === true })}
                    />
                  </Stack>
                </Section>
                <RuleConditions
                  match={rule.match}
                  choices={choices}
                  disabled={!mayChange}
                  errorOf={(name: MatchName) => errorOf(`rule.match.${name}`)}
                  onChange={(match) => change({ match })}
                />
                <Section title="Who gets them">
                  <Stack gap="md">
                    <FieldInput
                      kind="choice"
                      label="How they are given"
                      value={rule.mode}
                      options={optionsOf(modes)}
                      onChange={(mode) => isKey(modes, mode) && change({ mode })}
                      disabled={!mayChange}
                    />
                    <RuleMembers
                      rule={rule}
                      choices={choices}
                      disabled={!mayChange}
                      error={errorOf('rule.members')}
                      onChange={(members) => change({ members })}
                    />
                    <FieldInput
                      kind="boolean"
                      label="Only while the enquiry desk works"
                      value={rule.onShiftOnly}
                      onChange={(on) => change({ onShiftOnly: on === true })}
                    />
                    <FieldInput
                      kind="choice"
                      label="When nobody can take it"
                      value={rule.fallback}
                      options={optionsOf(fallbacks)}
                      onChange={(fallback) => isKey(fallbacks, fallback) && change({ fallback })}
                      disabled={!mayChange}
                    />
                  </Stack>
                </Section>
                {mayChange && (
                  <Group justify="flex-end" gap="sm">
                    <Button variant="default" onClick={() => void navigate(SETTINGS_RULES)}>
                      Cancel
                    </Button>
                    <Button onClick={store} loading={save.running} disabled={stored !== null && !dirty}>
                      Save rule
                    </Button>
                  </Group>
                )}
              </Stack>
            </fieldset>
          }
          rail={
            <Stack gap="md">
              {franchisee ? (
                <RuleSimulation id={stored?.id} rule={rule} />
              ) : (
                <Section title="What it would have done">
                  <Text className="quiet">Choose a centre to try this rule on its last 50 leads.</Text>
                </Section>
              )}
              {stored && <HistoryPanel kind="allocation-rule" id={stored.id} />}
            </Stack>
          }
        />
      </Stack>
      <UnsavedGuard guards={() => dirty && !saved.current && !save.running} />
    </PageFrame>
  );
}

const isKey = <K extends string>(words: Readonly<Record<K, string>>, key: unknown): key is K =>
  typeof key === 'string' && Object.hasOwn(words, key);
