-- From where somebody has logged in: what others guess elsewhere does not make them wait there. The key is a hash of who
-- and from where. Without a user it is about the platform admin.
create table known_networks (
  key bytea primary key check (length(key) = 32),
  user_id integer references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index known_networks_by_user on known_networks (user_id, expires_at);

-- How a username looks, whatever letters it is written in (domain/look-alikes.ts, whose pairs these are): no two accounts
-- have the same. Of those that look alike already the first has it; the others stay as they are, without.
alter table users add column username_look text;
update users set username_look = look
from (
  select id, look, row_number() over (partition by look order by id) as place
  from (
    select id, regexp_replace(
      -- In plain letters it is the key, and a database that is not in UTF-8 normalises nothing.
      case when octet_length(username_key) = length(username_key) then username_key
      else normalize(regexp_replace(translate(normalize(username_key, nfkd),
          'авекмнорстухіјѕһӏԁԛԝѵьгзб'
          || 'αβγεζηικμνορστυχω'
          || 'հսոօցզգյտլ'
          || 'ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'
          || 'ıȷɩɑɡ'
          || '’‘ʼʻ′‐‒–—−',
          'abekmhopctyxijshldqwvbr36'
          || 'abyezhikmnopotyxw'
          || 'hunogqqjsl'
          || 'abcdeghijklmnoprstuvwyz'
          || 'ijiag'
          || '''''''''''-----'
        ), '([ij])' || chr(775), '\1', 'g'), nfc)
      end, ' +', ' ', 'g') as look
    from users where username_key is not null
  ) as looks
) as placed
where users.id = placed.id and place = 1;
alter table users add constraint users_username_look_key unique (username_look);
