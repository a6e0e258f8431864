import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useNavigate } from 'react-router';
import { among } from './allocation-dialogs.tsx';
import { ALLOCATION_REFRESH } from './allocation-paths.ts';
import { amAllocationContract as contract } from './am-allocation.contract.ts';

const LIST = '/ams/am-allocation';
export const amCrumbs = [{ label: 'Academic managers', to: LIST }];

/** /ams/addAM: somebody becomes academic manager of a zone. */
export function AddAm() {
  const navigate = useNavigate();
  const people = useQuery(contract.people, {});
  return (
    <PageFrame title="Add academic manager" crumbs={amCrumbs}>
      <QueryState query={people}>
        {(data) => (
          <CommandForm
            of={contract.add}
            groups={[
              { title: 'Who and where', names: ['userId', 'zoneId', 'baseCityId', 'fromOn'], columns: 2 },
              { title: 'Visits', names: ['visitsPerDay', 'weeklyOff'] },
            ]}
            start={{ visitsPerDay: 2, weeklyOff: ['SUN'], fromOn: todayIst(serverNow()) }}
            fields={{
              userId: {
                search: among(data.people),
                help: 'People with a role of academic managers (AMS roles)',
              },
            }}
            refresh={ALLOCATION_REFRESH}
            confirm="Add academic manager"
            will="Centres are allocated afterwards"
            done="Added. Allocate the centres now."
            onDone={() => void navigate(LIST)}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}
