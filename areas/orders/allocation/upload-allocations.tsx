import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { KitType } from '../kit-types.ts';
import { KitTypeScreen } from '../mapping/kit-type-screen.tsx';
import { allocationImport } from './allocation-import.contract.ts';

/** /kit-allocation/upload-allocated-kit/{kitType}: rows that allocate or revoke, all of them or none. */
export const UploadAllocations = () => (
  <KitTypeScreen title="Upload allocated kits" verb="allocated" of={(type) => <Upload type={type} />} />
);

function Upload({ type }: { type: KitType }) {
  const navigate = useNavigate();
  const list = `/kit-allocation/${type.slug}`;
  return (
    <PageFrame
      title={`Upload allocated kits: ${type.name}`}
      crumbs={[{ label: `Kit allocation: ${type.name}`, to: list }]}
    >
      <Stack gap="md">
        <Text>
          {`Each row names its kit type, such as ${type.name}, and ${
            type.mappedBy === 'CLASS'
              ? 'a child by its admission number, or a whole class'
              : type.mappedBy === 'SAMPLE'
                ? 'the kind of sample'
                : 'the model'
          }. ALLOCATE gives the kit, REVOKE takes it back as long as no order has it.`}
        </Text>
        <ImportScreen of={allocationImport} refresh={['kit-allocation']} onDone={() => void navigate(list)} />
      </Stack>
    </PageFrame>
  );
}
