import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { pincodeContract } from './pincode.contract.ts';

const reasons: Readonly<Record<string, { tone: 'success' | 'info' | 'neutral'; text: string }>> = {
  EXCLUSIVE: { tone: 'success', text: 'Exclusive' },
  TERRITORY: { tone: 'success', text: 'Serves this pincode' },
  NEAR: { tone: 'info', text: 'Near' },
  HEAD_OFFICE: { tone: 'neutral', text: 'No centre yet' },
};

/** A parent names a pincode: who answers, in order, and why. The pincode stands in the address, so it can be shared. */
export function PincodeService() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('pincode') ?? '';
  const [typed, setTyped] = useState(asked);
  const [problem, setProblem] = useState<string | null>(null);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const pincode = typed.replace(/\s/g, '');
    if (!PINCODE.test(pincode)) return setProblem('Six digits, the first not 0');
    setProblem(null);
    setParams({ pincode });
  };
  return (
    <PageFrame title="Pincode service">
      <Stack gap="lg">
        <form onSubmit={search} noValidate>
          <Group align="flex-start">
            <TextInput
              label="Pincode"
              inputMode="numeric"
              maxLength={7}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={problem}
            />
            <Button type="submit" mt={25}>
              Look up
            </Button>
          </Group>
        </form>
        {PINCODE.test(asked) ? (
          <Answer pincode={asked} />
        ) : (
          <EmptyState
            title="Which pincode?"
            help="Type six digits to see the centres that serve it, the nearest first."
          />
        )}
      </Stack>
    </PageFrame>
  );
}

function Answer({ pincode }: { pincode: string }) {
  const query = useQuery(pincodeContract.lookup, { pincode });
  return <QueryState query={query}>{(found) => <Found found={found} />}</QueryState>;
}

function Found({ found }: { found: OutputOf<typeof pincodeContract.lookup> }) {
  return (
    <Stack gap="lg">
      <Section title={`${found.pincode} · ${[found.district, found.stateName].filter(Boolean).join(', ')}`}>
        <Stack gap="sm">
          {found.centres.map((centre, index) => {
            const reason = reasons[centre.reason] ?? { tone: 'neutral' as const, text: centre.reason };
            return (
              <Group key={centre.franchiseeId} justify="space-between" wrap="wrap">
                <Group gap="sm">
                  <Text fw={600} className="figures">
                    {index + 1}.
                  </Text>
                  <Text fw={500}>{centre.label}</Text>
                  <Tag tone={reason.tone}>{reason.text}</Tag>
                </Group>
                <Group gap="md">
                  {centre.distanceKm === null ? null : (
                    <Text size="sm" c="dimmed" className="figures">
                      {centre.distanceKm} km
                    </Text>
                  )}
                  {centre.phone ? <PhoneText phone={centre.phone} /> : null}
                </Group>
              </Group>
            );
          })}
        </Stack>
      </Section>
      <Section title="Post offices" help={`${found.offices.length} offices use this pincode.`}>
        <Text size="sm">
          {found.offices.map((office) => office.name).join(' · ') || 'None in the directory.'}
        </Text>
      </Section>
    </Stack>
  );
}
