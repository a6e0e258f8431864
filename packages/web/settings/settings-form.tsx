import type { Field } from '@aangan/contract/fields.ts';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import type { SettingEntry, SettingForm } from '@aangan/contract/setting-form.ts';
import { Alert, Stack } from '@mantine/core';
import { serverNow } from '../api/server-clock.ts';
import { useQuery } from '../api/use-query.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { CommandForm, type FormGroup } from '../form/command-form.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Facts, Section } from '../ui/section.tsx';

interface SettingsFormProps {
  of: SettingForm;
  /** Sections of the form; without them one. */
  groups?: readonly FormGroup<string>[];
}

/** A declared form of settings: values in force, whose they are, from which day a change applies. */
export function SettingsForm({ of, groups = [{ names: Object.keys(of.settings) }] }: SettingsFormProps) {
  const query = useQuery(of.endpoints.get, {}, { fresh: 0 });
  return (
    <QueryState query={query}>
      {({ network, mayChange, entries }) =>
        mayChange ? (
          <CommandForm
            key={JSON.stringify(entries)}
            of={of.endpoints.save}
            start={{
              ...Object.fromEntries(Object.entries(entries).map(([name, { value }]) => [name, value])),
              fromOn: todayIst(serverNow()),
              fixed: Object.keys(entries).filter((name) => entries[name]?.fixed),
            }}
            fields={{
              ...Object.fromEntries(
                Object.entries(entries).map(([name, entry]) => [
                  name,
                  { help: helpOf(of, name, entry, network), disabled: !network && entry.fixed },
                ]),
              ),
              fixed: { when: () => network },
            }}
            groups={[
              ...groups,
              {
                title: 'When and where',
                help: network
                  ? 'Centres may have values of their own, unless they are fixed here.'
                  : 'For this centre alone; other centres keep theirs.',
                names: ['fromOn', 'fixed'],
              },
            ]}
            refresh={[of.name]}
            confirm="Save settings"
            will="What was decided before stays as it is"
            done={({ changed }) => (changed === 0 ? 'Nothing was changed.' : 'Settings saved.')}
          />
        ) : (
          <Values of={of} entries={entries} network={network} />
        )
      }
    </QueryState>
  );
}

const fieldOf = (of: SettingForm, name: string) => of.settings[name]?.field as Field | undefined;

function helpOf(of: SettingForm, name: string, entry: SettingEntry, network: boolean): string | undefined {
  const parts = [
    fieldOf(of, name)?.help,
    entry.fixed && !network ? 'Fixed by head office.' : null,
    !network && entry.from === 'CENTRE' ? 'Own value of this centre.' : null,
    entry.next ? `Changes on ${formatDate(entry.next.fromOn)}.` : null,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function Values({
  of,
  entries,
  network,
}: {
  of: SettingForm;
  entries: Readonly<Record<string, SettingEntry>>;
  network: boolean;
}) {
  return (
    <Stack gap="md">
      <Alert color="info">
        {network ? 'Choose a centre to change its values.' : 'You can see these settings, not change them.'}
      </Alert>
      <Section>
        <Facts
          items={Object.entries(entries).flatMap(([name, { value }]) => {
            const field = fieldOf(of, name);
            if (!field) return [];
            return [
              {
                label: field.label,
                value: <FieldValue field={field} name={name} row={{ [name]: value }} record={of.name} />,
              },
            ];
          })}
        />
      </Section>
    </Stack>
  );
}
