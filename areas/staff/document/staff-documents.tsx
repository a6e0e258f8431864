import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack } from '@mantine/core';
import { AddDocuments } from './add-documents.tsx';
import { DocumentTable } from './document-table.tsx';
import { staffDocumentContract } from './staff-document.contract.ts';

/** The documents of a person, and a place for more; without a person those of whoever is signed in. */
export function StaffDocuments({ staffId }: { staffId?: string }) {
  const query = useQuery(staffDocumentContract.of, staffId ? { staffId } : {}, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(documents) => (
        <Stack gap="md">
          {documents.can['upload'] ? (
            <Section>
              <AddDocuments staffId={documents.staffId} kinds={documents.kinds} />
            </Section>
          ) : null}
          <Section
            title={staffId ? `${documents.name} · ${documents.employeeCode}` : 'My documents'}
            help={`${documents.verified} of ${documents.needed} documents needed for approval are verified.`}
            flush
          >
            <DocumentTable documents={documents} again={async () => (await query.refetch()).data} />
          </Section>
        </Stack>
      )}
    </QueryState>
  );
}
