import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Navigate } from 'react-router';
import { dynamicModuleContract } from './dynamic-module.contract.ts';

/** `/system` leads to the end points (specification 2); with `?page=` it shows a page that stands in somebody's menu. */
export function SystemHome() {
  const [page] = useParam('page');
  return page ? <OnePage uniqueId={page} /> : <Navigate to="/system/system-end-points" replace />;
}

function OnePage({ uniqueId }: { uniqueId: string }) {
  const query = useQuery(dynamicModuleContract.page, { uniqueId });
  return (
    <QueryState query={query}>
      {({ label, text }) => (
        <PageFrame title={label} crumbs={[{ label: 'Pages' }]}>
          <Section>
            <PlainText text={text} />
          </Section>
        </PageFrame>
      )}
    </QueryState>
  );
}
