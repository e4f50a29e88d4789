import * as initial from './0001-initial.ts';
import * as durableRuns from './0002-durable-runs.ts';
import * as processes from './0003-processes.ts';
import * as executionsByVersion from './0004-executions-by-version.ts';
import * as usesAndTicks from './0005-uses-and-ticks.ts';
import * as failedExecutions from './0006-failed-executions.ts';
import * as earlyTables from './0007-early-tables.ts';
import * as names from './0008-names.ts';
import * as workflowChanges from './0011-workflow-changes.ts';
import * as zonesOfSchedules from './0012-zones-of-schedules.ts';
import * as triggers from './0013-triggers.ts';
import * as permissions from './0014-permissions.ts';
import * as packages from './0015-packages.ts';
import * as accounts from './0016-accounts.ts';
import * as registrationClaims from './0017-registration-claims.ts';
import * as credentials from './0018-credentials.ts';
import * as dataTables from './0019-data-tables.ts';
import * as tagsAndFolders from './0020-tags-and-folders.ts';
import * as versions from './0021-versions.ts';
import * as templateViews from './0022-template-views.ts';
import * as prompts from './0023-prompts.ts';
import * as savedTemplates from './0024-saved-templates.ts';
import * as executionTriggers from './0025-execution-triggers.ts';
import * as lifecycleTriggers from './0026-lifecycle-triggers.ts';
import * as workflowsByUpdate from './0027-workflows-by-update.ts';

/**
 * Every migration in order. One that has landed is frozen: databases remember its checksum (SHA-256 of its file), and a start refuses one that
 * was migrated in another way. To change a table, write the next one; a test says its checksum, and how the expected schema is written anew.
 */
export const migrations = [
  {
    number: 1,
    name: 'initial',
    checksum: '986996e76bd59e86e1e7732bd55c152b17fd89c12c8184ff5b90a3371b7024cd',
    up: initial.up,
  },
  {
    number: 2,
    name: 'durable-runs',
    checksum: '3ee6ffe3fe757cf8948200f730a2aa8656c1710ccee735256511f31f7a5edf89',
    up: durableRuns.up,
  },
  {
    number: 3,
    name: 'processes',
    checksum: 'a9eec0fc27c82d0eef61ed3cdbf118026cebb63f622f5df3f1ad4af5ec39e24a',
    up: processes.up,
  },
  {
    number: 4,
    name: 'executions-by-version',
    checksum: 'e975af77ab3a16ae0b519df412b95d0ab45d385ec94baeec4d3c8d75cedc2c9d',
    up: executionsByVersion.up,
  },
  {
    number: 5,
    name: 'uses-and-ticks',
    checksum: 'a851388d8bd11050eff17777bc0fdce6aff70b2f94b6964413d186ab9323d127',
    up: usesAndTicks.up,
  },
  {
    number: 6,
    name: 'failed-executions',
    checksum: 'a9f522e8d4515a8d192381a5a103eb59736017b09e5c1a701941e72312bf4863',
    up: failedExecutions.up,
  },
  {
    number: 7,
    name: 'early-tables',
    checksum: '27263ea659448c7f6cb2510bfd97ebe8628a56f1f6c2805e82d0d39852537074',
    up: earlyTables.up,
  },
  {
    number: 8,
    name: 'names',
    checksum: '704b121b40835a428b8e84bf845a7057aaa3d31c4db9bea29a9355a688cf7831',
    up: names.up,
  },
  {
    number: 11,
    name: 'workflow-changes',
    checksum: '56a22988957414963cf93ef84900168fbfcc1d1fdf0bcbfe4186de7573b186fc',
    up: workflowChanges.up,
  },
  {
    number: 12,
    name: 'zones-of-schedules',
    checksum: '867ad08d56a2c7db939b1756a9129d3b6875c947db9d0b8fbdc79cacf74ecbdb',
    up: zonesOfSchedules.up,
  },
  {
    number: 13,
    name: 'triggers',
    checksum: 'bcdb3aa67ecb2acc3c2c4dae6208e36c526d788f2a33e8122ec7907fe46495a7',
    up: triggers.up,
  },
  {
    number: 14,
    name: 'permissions',
    checksum: '2ee3bf3249e429aff34dda7d1092127addfbeadcf81ff617b1a6873c40cef63d',
    up: permissions.up,
  },
  {
    number: 15,
    name: 'packages',
    checksum: '898fb054344e1e460d6f77b3536a093d65f2472c27965c2550951347ca9d6206',
    up: packages.up,
  },
  {
    number: 16,
    name: 'accounts',
    checksum: 'e8cecc9bd1b1a33c867494e5a9ace18c9d84e094ae1dfafa00c2e80c862c2c6a',
    up: accounts.up,
  },
  {
    number: 17,
    name: 'registration-claims',
    checksum: 'a9abea069dc339be97dce081a29dcc4238d5cf17f2045a22e35c928746cd7e13',
    up: registrationClaims.up,
  },
  {
    number: 18,
    name: 'credentials',
    checksum: '7d0d4c5fef25f2c47c12fd5086daa1cd1353be6fd1dbcb35cd8563214fd75ee9',
    up: credentials.up,
  },
  {
    number: 19,
    name: 'data-tables',
    checksum: '05f0320039ad28f2c4bb602bc3ed9643753cecd282e554d98bfd9c0c21376997',
    up: dataTables.up,
  },
  {
    number: 20,
    name: 'tags-and-folders',
    checksum: 'e200f07447d4e6dd1388b98b87fff4611df1e0034125b7b56293fe70aa568a47',
    up: tagsAndFolders.up,
  },
  {
    number: 21,
    name: 'versions',
    checksum: '1b349f353fba7fabf86dc7e80b7f71c7b2ed4adb6130a405ffcc64a17385a7f3',
    up: versions.up,
  },
  {
    number: 22,
    name: 'template-views',
    checksum: 'cd6ae981a7562e92d2871250381cf86b2ebbd4ce14c4b6797625404e4bb83f17',
    up: templateViews.up,
  },
  {
    number: 23,
    name: 'prompts',
    checksum: '8bf2a81c9e5a50fa05948d8ac3204bc02f1c366b6271322ebbe508d3b0034c3e',
    up: prompts.up,
  },
  {
    number: 24,
    name: 'saved-templates',
    checksum: '36926d4e298a91079475c0216fedc2400b78b5cd22bd3a5d30c078517441afd3',
    up: savedTemplates.up,
  },
  {
    number: 25,
    name: 'execution-triggers',
    checksum: 'a7aafc9fb21305739900f66d21669cce168026a96377c81d4f4444bf6667a691',
    up: executionTriggers.up,
  },
  {
    number: 26,
    name: 'lifecycle-triggers',
    checksum: '36050fea95c2c8e1a6a2147abb0a0609b9d3123bdfbaef073f4f8895bdfadd9e',
    up: lifecycleTriggers.up,
  },
  {
    number: 27,
    name: 'workflows-by-update',
    checksum: 'efae8f1e24c8490b875f4b25fe76f3b16890f0e728ff18188bbd0ba1a890e6f5',
    up: workflowsByUpdate.up,
  },
] as const;
