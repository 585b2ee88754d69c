import type { Context } from '../../context.ts';
import { archiveRoutes } from './archive.routes.ts';
import { classesRoutes } from './classes.routes.ts';
import { schoolGroupsRoutes } from './groups.routes.ts';
import { importRoutes } from './import.routes.ts';
import { membersRoutes } from './members.routes.ts';
import { rosterRoutes } from './roster.routes.ts';
import { settingsRoutes } from './settings.routes.ts';

export const schoolManagementRoutes = (context: Context) => ({
  ...settingsRoutes(context),
  ...membersRoutes(context),
  ...schoolGroupsRoutes(context),
  ...classesRoutes(context),
  ...importRoutes(context),
  ...rosterRoutes(context),
  ...archiveRoutes(context),
});
