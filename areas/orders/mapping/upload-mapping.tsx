import { useQuery } from '@aangan/web/api/use-query.ts';
import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import type { KitType } from '../kit-types.ts';
import { kitMappingContract } from './kit-mapping.contract.ts';
import { KitTypeScreen } from './kit-type-screen.tsx';
import { mappingImport, mappingLinesImport } from './mapping-import.contract.ts';

const crumbsOf = (type: KitType) => [{ label: `Kit mapping: ${type.name}`, to: `/kit-mapping/${type.slug}` }];

/** /kit-mapping/upload-mapping/{kitType}: many mappings, each one version that waits for approval. */
export const UploadMappings = () => (
  <KitTypeScreen title="Upload kit mappings" of={(type) => <Many type={type} />} />
);

function Many({ type }: { type: KitType }) {
  const navigate = useNavigate();
  return (
    <PageFrame title={`Upload mappings: ${type.name}`} crumbs={crumbsOf(type)}>
      <ImportScreen
        of={mappingImport}
        refresh={['kit-mapping']}
        onDone={() => void navigate(`/kit-mapping/${type.slug}`)}
      />
    </PageFrame>
  );
}

/** /kit-mapping/upload-mapping/{kitType}/{kitMapId}: the products of one mapping; the drawer then shows what differs. */
export const UploadLines = () => (
  <KitTypeScreen title="Upload the products of a mapping" of={(type) => <One type={type} />} />
);

function One({ type }: { type: KitType }) {
  const { kitMapId = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery(kitMappingContract.get, { id: kitMapId });
  return (
    <PageFrame
      title={query.data ? `Products of ${query.data.name}` : 'Products of a mapping'}
      crumbs={crumbsOf(type)}
    >
      <Stack gap="md">
        {query.data ? (
          <Text>
            Write {query.data.code} as the mapping code of every row. The file replaces all products
            {query.data.can['amend'] ? ' of this version.' : ', in a new version that waits for approval.'}
          </Text>
        ) : null}
        <ImportScreen
          of={mappingLinesImport}
          refresh={['kit-mapping']}
          onDone={() => void navigate(`/kit-mapping/${type.slug}?kit-mapping=${kitMapId}`)}
        />
      </Stack>
    </PageFrame>
  );
}
