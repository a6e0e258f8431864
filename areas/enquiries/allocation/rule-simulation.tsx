import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './allocation.module.css';
import { allocationRuleContract, type RuleInput } from './allocation-rule.contract.ts';

interface Result {
  leads: number;
  taken: number;
  people: readonly { id: string | null; name: string; before: number; after: number }[];
}

/** The last 50 leads of the centre, given out without this change and with it. */
export function RuleSimulation({ id, rule }: { id: string | undefined; rule: RuleInput }) {
  const [result, setResult] = useState<(Result & { of: RuleInput }) | null>(null);
  const simulate = useCommand(allocationRuleContract.simulate, {
    onDone: (out) => setResult({ ...out, of: rule }),
  });
  return (
    <Section
      title="What it would have done"
      help="With the last 50 leads of the centre, day by day."
      actions={
        <Button
          size="compact-md"
          variant="default"
          loading={simulate.running}
          onClick={() => void simulate.run({ rule, ...(id ? { id } : {}) })}
        >
          {result ? 'Try again' : 'Try it'}
        </Button>
      }
    >
      {simulate.error ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {simulate.error.fields && Object.keys(simulate.error.fields).length > 0
            ? 'Fill in name and people first.'
            : simulate.error.message}
        </Text>
      ) : result === null ? (
        <Text className="quiet">Nothing is moved by trying.</Text>
      ) : result.leads === 0 ? (
        <Text className="quiet">This centre has no leads yet.</Text>
      ) : (
        <Stack gap="sm">
          <Text>
            {`Takes ${formatCount(result.taken)} of ${formatCount(result.leads)} leads.`}
            {result.of !== rule ? ' The rule was changed since.' : ''}
          </Text>
          <Bars people={result.people} />
          <Text fz="sm" className="quiet">
            Grey: without this change. Coloured: with it.
          </Text>
        </Stack>
      )}
    </Section>
  );
}

/** Load of each person before and after; the figures stand beside the bars. */
export function Bars({ people }: { people: Result['people'] }) {
  const most = Math.max(1, ...people.flatMap((one) => [one.before, one.after]));
  return (
    <div className={classes.bars}>
      {people.map((one) => (
        <PersonBars key={one.id ?? '-'} person={one} most={most} />
      ))}
    </div>
  );
}

function PersonBars({ person, most }: { person: Result['people'][number]; most: number }) {
  return (
    <>
      <Text fz="sm" truncate title={person.name}>
        {person.name}
      </Text>
      <span className={classes.bar} aria-hidden="true">
        <span className={classes.before} style={{ width: `${(person.before / most) * 100}%` }} />
        <span className={classes.after} style={{ width: `${(person.after / most) * 100}%` }} />
      </span>
      <Text fz="sm" className="figures">
        {`${person.before} → ${person.after}`}
      </Text>
    </>
  );
}
