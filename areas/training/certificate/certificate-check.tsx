import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Alert, Stack } from '@mantine/core';
import { certificateContract as contract } from './certificate.contract.ts';

type Found = OutputOf<typeof contract.check>;

/** Whether a certificate holds, for whoever scans the code on it. */
export function CertificateCheck({ token }: { token: string }) {
  const query = useQuery(contract.check, {}, { link: token, fresh: 0 });
  return (
    <PublicFrame title={query.data?.type ?? 'Certificate'} oneLanguage>
      <QueryState query={query}>
        {(found) => (
          <Stack gap="lg">
            <Alert color={toneOf(found)} variant="light" role="status">
              {wordsOf(found)}
            </Alert>
            <Facts
              items={[
                { label: 'Name', value: found.name },
                { label: 'For', value: found.title },
                { label: 'Issued', value: formatDay(found.issuedOn) },
              ]}
            />
          </Stack>
        )}
      </QueryState>
    </PublicFrame>
  );
}

const toneOf = ({ state }: Found): string =>
  state === 'VALID' || state === 'EXPIRING' ? 'success' : state === 'REPLACED' ? 'warning' : 'danger';

function wordsOf({ state, validUntil }: Found): string {
  if (state === 'REVOKED') return 'This certificate is revoked.';
  if (state === 'REPLACED') return 'A newer certificate has taken the place of this one.';
  if (validUntil === null) return 'This certificate is valid.';
  return state === 'EXPIRED' ? `Expired on ${formatDay(validUntil)}` : `Valid until ${formatDay(validUntil)}`;
}
