// Recorded from the demo world by "npm run contract"; a test keeps it current.
import type { RecordedExample } from "./recorded-example.ts"

/** A request to every operation that is built, with its answer. */
export const examples: Readonly<Record<string, RecordedExample>> = {
  "login": {
    "body": {
      "email": "ben@nord.example",
      "password": "ben-pass"
    },
    "status": 200,
    "answer": {
      "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJlNmY3Mzg0YjNjNjlhNjVmMGEzYTdhOGQiLCJ1biI6IkJlbiBMdW5kIiwiaWF0IjoxNzcwNjI3NjAwLCJleHAiOjE3NzA3MTQwMDAsImp0aSI6IjI0YjA3Yjg3MDIwNzAwNDc4N2Y2ZmZmOCJ9.Zb711hLfv-vVPGHlNFmljxDutNr7a44hrwTipucb4-Y"
    }
  },
  "logout": {
    "status": 200,
    "answer": null
  },
  "unauthorizedCall": {
    "body": {
      "method": "POST",
      "uri": "/api/v0/applications/ORDERS/datastores/Products/items/search",
      "payload": {
        "conditions": [
          {
            "id": "Sku",
            "search_value": [
              "ET-YIR"
            ],
            "exact_match": true
          }
        ]
      }
    },
    "status": 200,
    "answer": {
      "items": [
        {
          "Sku": "ET-YIR",
          "Name": "Yirgacheffe",
          "Origin": "Ethiopia",
          "Roast": "Light",
          "Labels": "Organic,Fair trade",
          "Price": "14.5",
          "Description": "Jasmine, lemon, black tea.",
          "Sheet": "yirgacheffe.csv",
          "i_id": "f56825ab80c226215fa32fcb",
          "d_id": "0b890181d0e4847146cfc8cd",
          "p_id": "89362478cd201c05326d6f08",
          "title": "Yirgacheffe ET-YIR",
          "status_id": "",
          "rev_no": "1",
          "unread": "0",
          "created_at": "2025-09-01T08:00:00Z",
          "created_by": "9729428f6f69c1c04a82dcd1",
          "updated_at": "2025-09-01T08:00:00Z",
          "updated_by": "9729428f6f69c1c04a82dcd1"
        }
      ],
      "totalItems": 1
    }
  },
  "getUserInfo": {
    "status": 200,
    "answer": {
      "u_id": "e6f7384b3c69a65f0a3a7a8d",
      "username": "Ben Lund",
      "email": "ben@nord.example",
      "profile_pic": "http://hexarium/api/v0/public/userinfo/profilepic/e6f7384b3c69a65f0a3a7a8d",
      "current_workspace_id": "587756fc9592bdc7bbe7a053",
      "is_ws_admin": true,
      "user_roles": [
        {
          "r_id": "b8c73f52573ea90ed813037c",
          "role_name": "admin",
          "role_id": "ADMIN",
          "p_id": "71d6484941aa2e93bb7ce234",
          "application_id": "TASKS",
          "application_name": "Tasks",
          "application_display_order": 1
        },
        {
          "r_id": "0d0f7564ed9c89510d19849d",
          "role_name": "member",
          "role_id": "MEMBER",
          "p_id": "71d6484941aa2e93bb7ce234",
          "application_id": "TASKS",
          "application_name": "Tasks",
          "application_display_order": 1
        }
      ],
      "user_groups": [
        {
          "g_id": "b3d04a24b148177c70f65cd3",
          "group_name": "Studio Nord",
          "group_id": "NORD"
        }
      ],
      "last_login_datetime": "0001-01-01T00:00:00Z",
      "user_code": ""
    }
  },
  "updateUserInfo": {
    "body": {
      "username": "Ben Lund-Ek",
      "additional_info": {
        "office": "Malmö"
      }
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "getUserProfilePicture": {
    "params": {
      "user-id": "46ffab63351fe4541d248570"
    },
    "status": 200,
    "text": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"96\" height=\"96\" viewBox=\"0 0 96 96\"><title>Mina Sato</title><rect width=\"96\" height=\"96\" rx=\"48\" fill=\"#7b4b2a\"/><circle cx=\"48\" cy=\"38\" r=\"18\" fill=\"#f3e3cf\"/><path d=\"M16 92a32 32 0 0 1 64 0z\" fill=\"#f3e3cf\"/></svg>\n"
  },
  "uploadUserProfilePicture": {
    "form": {
      "file": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"/>"
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "deleteUserProfilePicture": {
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "forgotPassword": {
    "body": {
      "email": "ben@nord.example"
    },
    "status": 200,
    "answer": {
      "valid_email": true
    }
  },
  "setNewPassword": {
    "body": {
      "id": "R316sHJzV2iGrTwYfFmwL27kVsOEvZADOcmNEIh7EvQK8ob9RlpGfiUyYpNfTfRHEeg0V7L1",
      "new_password": "a-new-pass",
      "confirm_password": "a-new-pass"
    },
    "status": 200,
    "answer": null
  },
  "validatePassword": {
    "query": {
      "id": "R316sHJzV2iGrTwYfFmwL27kVsOEvZADOcmNEIh7EvQK8ob9RlpGfiUyYpNfTfRHEeg0V7L1"
    },
    "status": 302,
    "location": "http://localhost:3000/reset_password/R316sHJzV2iGrTwYfFmwL27kVsOEvZADOcmNEIh7EvQK8ob9RlpGfiUyYpNfTfRHEeg0V7L1"
  },
  "setPassword": {
    "body": {
      "old_password": "ben-pass",
      "new_password": "a-new-pass",
      "confirm_password": "a-new-pass"
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "resetUserPassword": {
    "body": {
      "email": "sofia@nord.example"
    },
    "status": 200,
    "answer": {
      "valid_email": true
    }
  },
  "updateUserEmailRequest": {
    "body": {
      "email": "ben.lund@nord.example",
      "registration_path": "https://app.nord.example/welcome"
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "confirmUserEmail": {
    "params": {
      "confirmation_id": "R316sHJzV2iGrTwYfFmwL27kVsOEvZADOcmNEIh7EvQK8ob9RlpGfiUyYpNfTfRHEeg0V7L1"
    },
    "status": 302,
    "location": "http://localhost:3000/confirm_email/R316sHJzV2iGrTwYfFmwL27kVsOEvZADOcmNEIh7EvQK8ob9RlpGfiUyYpNfTfRHEeg0V7L1"
  },
  "updateUserEmail": {
    "body": {
      "confirmation_id": "R316sHJzV2iGrTwYfFmwL27kVsOEvZADOcmNEIh7EvQK8ob9RlpGfiUyYpNfTfRHEeg0V7L1"
    },
    "status": 200,
    "answer": {}
  },
  "userRegistration": {
    "body": {
      "email": "kim@new.example",
      "username": "Kim",
      "registration_path": "https://app.new.example/welcome"
    },
    "status": 200,
    "answer": {
      "confirmation_id": "2SzB16My388o9AtPGGxWN6hmXEUwiMPro9YckKqz1OLlsaR316sHJzV2iGrTwYfFmwL27kVs",
      "email": "kim@new.example",
      "status": 200
    }
  },
  "confirmRegistration": {
    "query": {
      "id": "2SzB16My388o9AtPGGxWN6hmXEUwiMPro9YckKqz1OLlsaR316sHJzV2iGrTwYfFmwL27kVs"
    },
    "status": 302,
    "location": "http://localhost:3000/confirm_email/2SzB16My388o9AtPGGxWN6hmXEUwiMPro9YckKqz1OLlsaR316sHJzV2iGrTwYfFmwL27kVs"
  },
  "registerUser": {
    "body": {
      "confirmation_id": "2SzB16My388o9AtPGGxWN6hmXEUwiMPro9YckKqz1OLlsaR316sHJzV2iGrTwYfFmwL27kVs",
      "email": "kim@new.example",
      "password": "kim-pass-1",
      "user_info": {
        "username": "Kim",
        "workspace": "Kim's studio"
      }
    },
    "status": 200,
    "answer": {
      "error": null,
      "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIyNGIwN2I4NzAyMDcwMDQ3ODdmNmZmZjgiLCJ1biI6IktpbSIsImlhdCI6MTc3MDYyNzYwMCwiZXhwIjoxNzcwNzE0MDAwLCJqdGkiOiI0NjUyZmFmMjkxZTgzYzY5YjE2NGNhNWMifQ.FVbUJw57FK2jVuKz1dolEu-in-7nsNV5b2sxrlzeydo",
      "user": {
        "u_id": "24b07b870207004787f6fff8",
        "username": "Kim",
        "email": "kim@new.example",
        "confirmed": true,
        "current_workspace_id": "136d984d386b9348204b7a20"
      }
    }
  },
  "getWorkspaces": {
    "status": 200,
    "answer": {
      "workspaces": [
        {
          "workspace_id": "38c31269e4701b272c0379c7",
          "workspace_name": "Hikari Coffee"
        },
        {
          "workspace_id": "587756fc9592bdc7bbe7a053",
          "workspace_name": "Studio Nord"
        }
      ],
      "current_workspace_id": "587756fc9592bdc7bbe7a053"
    }
  },
  "getCurrentWorkspace": {
    "status": 200,
    "answer": {
      "workspace_id": "587756fc9592bdc7bbe7a053"
    }
  },
  "selectWorkspace": {
    "params": {
      "workspace-id": "38c31269e4701b272c0379c7"
    },
    "status": 200,
    "answer": null
  },
  "createNewWorkspace": {
    "body": {
      "name": "Studio Syd"
    },
    "status": 200,
    "answer": {
      "w_id": "24b07b870207004787f6fff8"
    }
  },
  "getPasswordPolicy": {
    "params": {
      "workspace-id": "587756fc9592bdc7bbe7a053"
    },
    "status": 200,
    "answer": {
      "use_expired_day": false,
      "use_lockout_count": false,
      "use_lockout_time": false,
      "use_min_length": false,
      "use_pattern_check": false,
      "use_same_limit": false,
      "expired_day": 30,
      "lockout_count": 5,
      "lockout_time": 5,
      "min_length": 6,
      "pattern_check_type": 0,
      "same_limit": 2
    }
  },
  "getWorkspaceUsage": {
    "params": {
      "workspace-id": "587756fc9592bdc7bbe7a053"
    },
    "status": 200,
    "answer": {
      "w_id": "587756fc9592bdc7bbe7a053",
      "usage": {
        "users": 3,
        "users_limit": 0,
        "storage": 0,
        "storage_limit": 0,
        "datastores": 1,
        "datastores_limit": 0,
        "items": 4,
        "items_limit": 0
      }
    }
  },
  "getWorkspaceFunctionality": {
    "params": {
      "workspace-id": "587756fc9592bdc7bbe7a053"
    },
    "status": 200,
    "answer": {
      "w_id": "587756fc9592bdc7bbe7a053",
      "ws_functions": {
        "use_create_workspace": 2,
        "use_password_policy": true,
        "use_global_search": true,
        "use_beta": false
      },
      "app_functions": {
        "use_create_application": true,
        "use_queries": true,
        "use_reports": true,
        "use_dashboards": true
      }
    }
  },
  "getGroup": {
    "params": {
      "group-id": "NORD"
    },
    "status": 200,
    "answer": {
      "error": "",
      "group": {
        "g_id": "b3d04a24b148177c70f65cd3",
        "group_id": "NORD",
        "name": "Studio Nord",
        "index": 0
      },
      "children": [
        {
          "g_id": "a9b4c0b4b1178012f1ca086c",
          "group_id": "FREELANCE",
          "name": "Freelancers",
          "index": 0
        }
      ],
      "count": 1
    }
  },
  "getGroupTree": {
    "status": 200,
    "answer": {
      "error": null,
      "result": [
        {
          "id": "b3d04a24b148177c70f65cd3",
          "display_id": "NORD",
          "name": "Studio Nord",
          "show_child": true,
          "childGroups": [
            {
              "id": "a9b4c0b4b1178012f1ca086c",
              "display_id": "FREELANCE",
              "name": "Freelancers",
              "show_child": true,
              "childGroups": []
            }
          ]
        }
      ]
    }
  },
  "createGroup": {
    "params": {
      "parent-group-id": "NORD"
    },
    "body": {
      "name": "Photographers",
      "display_id": "PHOTO"
    },
    "status": 200,
    "answer": {
      "group": {
        "id": "24b07b870207004787f6fff8",
        "g_id": "24b07b870207004787f6fff8",
        "access_key": "ad51d4e6f8ba0c78c67bb28c",
        "display_id": "PHOTO",
        "name": "Photographers",
        "index": 1,
        "is_root": false,
        "disable_ui_access": false,
        "created_at": "2026-02-09T09:00:00.000Z"
      },
      "groupTree_datastores_res": null
    }
  },
  "createTopGroup": {
    "params": {
      "workspace-id": "587756fc9592bdc7bbe7a053"
    },
    "body": {
      "name": "Photographers",
      "display_id": "PHOTO"
    },
    "status": 200,
    "answer": {
      "group": {
        "id": "24b07b870207004787f6fff8",
        "g_id": "24b07b870207004787f6fff8",
        "access_key": "ad51d4e6f8ba0c78c67bb28c",
        "display_id": "PHOTO",
        "name": "Photographers",
        "index": 1,
        "is_root": false,
        "disable_ui_access": false,
        "created_at": "2026-02-09T09:00:00.000Z"
      }
    }
  },
  "updateGroup": {
    "params": {
      "group-id": "FREELANCE"
    },
    "body": {
      "name": "Friends"
    },
    "status": 200,
    "answer": null
  },
  "deleteGroup": {
    "params": {
      "group-id": "FREELANCE"
    },
    "status": 200,
    "answer": null
  },
  "addUser": {
    "body": {
      "email": "nils@nord.example",
      "g_id": "FREELANCE",
      "username": "Nils"
    },
    "status": 200,
    "answer": {
      "added": true,
      "exists": false,
      "user_profile": {
        "confirmed": false,
        "email": "nils@nord.example",
        "email_sent": false,
        "profile_pics": [
          {
            "mediaLink": "http://hexarium/api/v0/public/userinfo/profilepic/24b07b870207004787f6fff8"
          }
        ],
        "u_id": "24b07b870207004787f6fff8",
        "user_code": "",
        "username": "Nils"
      }
    }
  },
  "userInvite": {
    "body": {
      "users": [
        {
          "email": "sofia@nord.example"
        },
        {
          "email": "nobody@nord.example"
        }
      ],
      "domain": "app.nord.example"
    },
    "status": 200,
    "answer": [
      {
        "email": "sofia@nord.example",
        "stats": 200
      },
      {
        "email": "nobody@nord.example",
        "stats": 400
      }
    ]
  },
  "updateUsersInGroupByAdmin": {
    "params": {
      "parent-group-id": "NORD"
    },
    "body": {
      "members": [
        {
          "user_id": "a00cc1f51cbd25421948a142",
          "values": {
            "user_name": "Sofia Ekman",
            "user_code": "N-2"
          }
        }
      ]
    },
    "status": 200,
    "answer": {
      "has_error": false,
      "result": {
        "users": 1,
        "processed": 1
      }
    }
  },
  "getUsersInGroup": {
    "params": {
      "group-id": "NORD"
    },
    "query": {
      "recursive": true
    },
    "status": 200,
    "answer": {
      "members": [
        {
          "u_id": "e6f7384b3c69a65f0a3a7a8d",
          "username": "Ben Lund",
          "email": "ben@nord.example",
          "profile_pic": "http://hexarium/api/v0/public/userinfo/profilepic/e6f7384b3c69a65f0a3a7a8d",
          "confirmed": true,
          "email_sent": false,
          "is_sv": false,
          "user_roles": [
            {
              "r_id": "b8c73f52573ea90ed813037c",
              "role_name": "admin",
              "role_id": "ADMIN",
              "p_id": "71d6484941aa2e93bb7ce234",
              "application_id": "TASKS",
              "application_name": "Tasks",
              "application_display_order": 1
            },
            {
              "r_id": "0d0f7564ed9c89510d19849d",
              "role_name": "member",
              "role_id": "MEMBER",
              "p_id": "71d6484941aa2e93bb7ce234",
              "application_id": "TASKS",
              "application_name": "Tasks",
              "application_display_order": 1
            }
          ],
          "user_code": ""
        },
        {
          "u_id": "a00cc1f51cbd25421948a142",
          "username": "Sofia Ek",
          "email": "sofia@nord.example",
          "profile_pic": "http://hexarium/api/v0/public/userinfo/profilepic/a00cc1f51cbd25421948a142",
          "confirmed": true,
          "email_sent": false,
          "is_sv": false,
          "user_roles": [
            {
              "r_id": "0d0f7564ed9c89510d19849d",
              "role_name": "member",
              "role_id": "MEMBER",
              "p_id": "71d6484941aa2e93bb7ce234",
              "application_id": "TASKS",
              "application_name": "Tasks",
              "application_display_order": 1
            }
          ],
          "user_code": ""
        },
        {
          "u_id": "902bf4d05342f15a4ddf6a19",
          "username": "Not Yet Here",
          "email": "newcomer@nord.example",
          "profile_pic": "http://hexarium/api/v0/public/userinfo/profilepic/902bf4d05342f15a4ddf6a19",
          "confirmed": false,
          "email_sent": false,
          "is_sv": false,
          "user_roles": [
            {
              "r_id": "0d0f7564ed9c89510d19849d",
              "role_name": "member",
              "role_id": "MEMBER",
              "p_id": "71d6484941aa2e93bb7ce234",
              "application_id": "TASKS",
              "application_name": "Tasks",
              "application_display_order": 1
            }
          ],
          "user_code": ""
        }
      ],
      "count": 3
    }
  },
  "getUsersInWorkspace": {
    "params": {
      "workspace-id": "587756fc9592bdc7bbe7a053"
    },
    "status": 200,
    "answer": {
      "b3d04a24b148177c70f65cd3": [
        {
          "id": "e6f7384b3c69a65f0a3a7a8d",
          "u_id": "e6f7384b3c69a65f0a3a7a8d",
          "username": "Ben Lund",
          "access_key": "9a45cf205cfae09a7a2c435e",
          "created_at": "2026-02-09T09:00:00.000Z",
          "updated_at": "2026-02-09T09:00:00.000Z"
        },
        {
          "id": "a00cc1f51cbd25421948a142",
          "u_id": "a00cc1f51cbd25421948a142",
          "username": "Sofia Ek",
          "access_key": "cbf5fe9bc4cc3c36cce9be3d",
          "created_at": "2026-02-09T09:00:00.000Z",
          "updated_at": "2026-02-09T09:00:00.000Z"
        }
      ],
      "a9b4c0b4b1178012f1ca086c": [
        {
          "id": "902bf4d05342f15a4ddf6a19",
          "u_id": "902bf4d05342f15a4ddf6a19",
          "username": "Not Yet Here",
          "access_key": "7a6854abcc1a7d6147d45f31",
          "created_at": "2026-02-09T09:00:00.000Z",
          "updated_at": "2026-02-09T09:00:00.000Z"
        }
      ]
    }
  },
  "getAllUsersInWorkspace": {
    "params": {
      "group-id": "NORD"
    },
    "status": 200,
    "answer": {
      "members": [
        {
          "confirmed": true,
          "email": "ben@nord.example",
          "email_sent": false,
          "profile_pics": [
            {
              "mediaLink": "http://hexarium/api/v0/public/userinfo/profilepic/e6f7384b3c69a65f0a3a7a8d"
            }
          ],
          "u_id": "e6f7384b3c69a65f0a3a7a8d",
          "user_code": "",
          "username": "Ben Lund"
        },
        {
          "confirmed": true,
          "email": "sofia@nord.example",
          "email_sent": false,
          "profile_pics": [
            {
              "mediaLink": "http://hexarium/api/v0/public/userinfo/profilepic/a00cc1f51cbd25421948a142"
            }
          ],
          "u_id": "a00cc1f51cbd25421948a142",
          "user_code": "",
          "username": "Sofia Ek"
        },
        {
          "confirmed": false,
          "email": "newcomer@nord.example",
          "email_sent": false,
          "profile_pics": [
            {
              "mediaLink": "http://hexarium/api/v0/public/userinfo/profilepic/902bf4d05342f15a4ddf6a19"
            }
          ],
          "u_id": "902bf4d05342f15a4ddf6a19",
          "user_code": "",
          "username": "Not Yet Here"
        }
      ],
      "totalMembers": 3
    }
  },
  "getUserInfoByAdmin": {
    "query": {
      "email": "sofia@nord.example"
    },
    "status": 200,
    "answer": {
      "u_id": "a00cc1f51cbd25421948a142",
      "username": "Sofia Ek",
      "email": "sofia@nord.example",
      "profile_pic": "http://hexarium/api/v0/public/userinfo/profilepic/a00cc1f51cbd25421948a142",
      "confirmed": true,
      "email_sent": false,
      "user_roles": [
        {
          "r_id": "0d0f7564ed9c89510d19849d",
          "role_name": "member",
          "role_id": "MEMBER",
          "p_id": "71d6484941aa2e93bb7ce234",
          "application_id": "TASKS",
          "application_name": "Tasks",
          "application_display_order": 1
        }
      ],
      "user_code": ""
    }
  },
  "removeUser": {
    "body": {
      "g_id": "NORD",
      "u_id": "a00cc1f51cbd25421948a142"
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "userImport": {
    "form": {
      "current_workspace_id": "587756fc9592bdc7bbe7a053",
      "filename": "users.csv",
      "file": "Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete\nnils@nord.example,Nils,nils-pass,NORD;FREELANCE,TASKS:MEMBER,\n"
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "getRoles": {
    "params": {
      "app-id": "TASKS"
    },
    "status": 200,
    "answer": [
      {
        "role_id": "b8c73f52573ea90ed813037c",
        "display_id": "ADMIN",
        "name": "admin",
        "project_id": "71d6484941aa2e93bb7ce234",
        "type": "ADMIN"
      },
      {
        "role_id": "0d0f7564ed9c89510d19849d",
        "display_id": "MEMBER",
        "name": "member",
        "project_id": "71d6484941aa2e93bb7ce234",
        "type": "MEMBER"
      }
    ]
  },
  "getRoleUsers": {
    "params": {
      "app-id": "TASKS",
      "role-id": "MEMBER"
    },
    "status": 200,
    "answer": {
      "role_users": [
        {
          "email": "ben@nord.example",
          "u_id": "e6f7384b3c69a65f0a3a7a8d",
          "username": "Ben Lund"
        },
        {
          "email": "sofia@nord.example",
          "u_id": "a00cc1f51cbd25421948a142",
          "username": "Sofia Ek"
        },
        {
          "email": "newcomer@nord.example",
          "u_id": "902bf4d05342f15a4ddf6a19",
          "username": "Not Yet Here"
        }
      ]
    }
  },
  "addRoleToUser": {
    "params": {
      "app-id": "TASKS"
    },
    "body": {
      "user_id": "a00cc1f51cbd25421948a142",
      "role_id": "ADMIN"
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "removeRoleFromUser": {
    "params": {
      "app-id": "TASKS"
    },
    "body": {
      "user_id": "e6f7384b3c69a65f0a3a7a8d",
      "role_id": "ADMIN"
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "updateGroupRoles": {
    "params": {
      "group-id": "NORD"
    },
    "body": {
      "group_roles": [
        {
          "app_id": "TASKS",
          "role_id": "MEMBER"
        }
      ]
    },
    "status": 200,
    "answer": {}
  },
  "addGroupRoles": {
    "params": {
      "group-id": "FREELANCE"
    },
    "body": {
      "group_roles": [
        {
          "app_id": "TASKS",
          "role_id": "MEMBER"
        }
      ]
    },
    "status": 200,
    "answer": {}
  },
  "getApplicationsAndDatastores": {
    "params": {
      "workspace-id": "587756fc9592bdc7bbe7a053"
    },
    "status": 200,
    "answer": [
      {
        "application_id": "71d6484941aa2e93bb7ce234",
        "name": "Tasks",
        "display_id": "TASKS",
        "datastores": [
          {
            "datastore_id": "ab4d4d4b835486c3fa8a8356",
            "name": "Tasks",
            "display_id": "Tasks"
          }
        ]
      }
    ]
  },
  "getStatuses": {
    "params": {
      "datastore-id": "Tasks"
    },
    "status": 200,
    "answer": [
      {
        "display_id": "Todo",
        "name": {
          "en": "To do",
          "ja": "To do"
        },
        "displayed_name": "To do",
        "status_id": "16a1a6a03916f614b237b229",
        "sort_id": 0,
        "x": 0,
        "y": 0
      },
      {
        "display_id": "Doing",
        "name": {
          "en": "Doing",
          "ja": "Doing"
        },
        "displayed_name": "Doing",
        "status_id": "8be0e5dfefd94fa0ccee5212",
        "sort_id": 1,
        "x": 0,
        "y": 0
      },
      {
        "display_id": "Done",
        "name": {
          "en": "Done",
          "ja": "Done"
        },
        "displayed_name": "Done",
        "status_id": "ebe94d436f22e44620016eab",
        "sort_id": 2,
        "x": 0,
        "y": 0
      }
    ]
  },
  "getDatastoreFields": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks"
    },
    "status": 200,
    "answer": {
      "fields": {
        "8f839a5e7b7c2c1261d74f41": {
          "field_id": "8f839a5e7b7c2c1261d74f41",
          "name": "Title",
          "display_id": "Title",
          "dataType": "text",
          "search": true,
          "show_list": true,
          "as_title": true,
          "status": false,
          "fieldIndex": 0,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "4ab1cb59d87b1d585138d6a0": {
          "field_id": "4ab1cb59d87b1d585138d6a0",
          "name": "Who",
          "display_id": "Who",
          "dataType": "users",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": false,
          "fieldIndex": 1,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "3134f819e44e89e540004a8e": {
          "field_id": "3134f819e44e89e540004a8e",
          "name": "Due",
          "display_id": "Due",
          "dataType": "date",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": false,
          "fieldIndex": 2,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "32bf844139b1911217f8f2fa": {
          "field_id": "32bf844139b1911217f8f2fa",
          "name": "Effort",
          "display_id": "Effort",
          "dataType": "number",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": false,
          "fieldIndex": 3,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "f87f5d486d84985c59e12db4": {
          "field_id": "f87f5d486d84985c59e12db4",
          "name": "Status",
          "display_id": "Status",
          "dataType": "status",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": true,
          "fieldIndex": 4,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        }
      },
      "field_layout": {
        "8f839a5e7b7c2c1261d74f41": {
          "field_id": "8f839a5e7b7c2c1261d74f41",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 0
        },
        "4ab1cb59d87b1d585138d6a0": {
          "field_id": "4ab1cb59d87b1d585138d6a0",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 1
        },
        "3134f819e44e89e540004a8e": {
          "field_id": "3134f819e44e89e540004a8e",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 2
        },
        "32bf844139b1911217f8f2fa": {
          "field_id": "32bf844139b1911217f8f2fa",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 3
        },
        "f87f5d486d84985c59e12db4": {
          "field_id": "f87f5d486d84985c59e12db4",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 4
        }
      }
    }
  },
  "getActions": {
    "params": {
      "datastore-id": "Tasks"
    },
    "query": {
      "status_id": "Todo"
    },
    "status": 200,
    "answer": [
      {
        "workspace_id": "587756fc9592bdc7bbe7a053",
        "project_id": "71d6484941aa2e93bb7ce234",
        "datastore_id": "ab4d4d4b835486c3fa8a8356",
        "action_id": "6622c9a2db6b0874859beefb",
        "display_id": "Create",
        "name": "New task",
        "operation": "new",
        "set_status": "",
        "is_status_action": false
      },
      {
        "workspace_id": "587756fc9592bdc7bbe7a053",
        "project_id": "71d6484941aa2e93bb7ce234",
        "datastore_id": "ab4d4d4b835486c3fa8a8356",
        "action_id": "f4eef1b03e57848fe4601965",
        "display_id": "Update",
        "name": "Edit",
        "operation": "update",
        "set_status": "",
        "is_status_action": false
      },
      {
        "workspace_id": "587756fc9592bdc7bbe7a053",
        "project_id": "71d6484941aa2e93bb7ce234",
        "datastore_id": "ab4d4d4b835486c3fa8a8356",
        "action_id": "ec23a368e5535f877a340861",
        "display_id": "Delete",
        "name": "Delete",
        "operation": "delete",
        "set_status": "",
        "is_status_action": false
      },
      {
        "workspace_id": "587756fc9592bdc7bbe7a053",
        "project_id": "71d6484941aa2e93bb7ce234",
        "datastore_id": "ab4d4d4b835486c3fa8a8356",
        "action_id": "c5ea6f42c28bf3b646bd6018",
        "display_id": "Start",
        "name": "Start",
        "operation": "update",
        "set_status": "8be0e5dfefd94fa0ccee5212",
        "status_id": "16a1a6a03916f614b237b229",
        "is_status_action": true
      }
    ]
  },
  "getNewActions": {
    "params": {
      "datastore-id": "Tasks"
    },
    "status": 200,
    "answer": {
      "actions": [
        {
          "action_id": "6622c9a2db6b0874859beefb",
          "name": "New task",
          "display_order": 1,
          "crud_type": "1",
          "next_status_id": ""
        }
      ]
    }
  },
  "getUpdateActions": {
    "params": {
      "datastore-id": "Tasks"
    },
    "status": 200,
    "answer": {
      "actions": [
        {
          "action_id": "f4eef1b03e57848fe4601965",
          "name": "Edit",
          "display_order": 2,
          "crud_type": "2",
          "next_status_id": ""
        }
      ]
    }
  },
  "getInputFields": {
    "params": {
      "datastore-id": "Tasks",
      "action-id": "Create"
    },
    "status": 200,
    "answer": {
      "action": {
        "action_id": "6622c9a2db6b0874859beefb",
        "display_order": 1,
        "description": "",
        "crud_type": "1",
        "next_status_id": ""
      },
      "action_fields": {
        "8f839a5e7b7c2c1261d74f41": {
          "field_id": "8f839a5e7b7c2c1261d74f41",
          "name": "Title",
          "display_id": "Title",
          "dataType": "text",
          "search": true,
          "show_list": true,
          "as_title": true,
          "status": false,
          "fieldIndex": 0,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "4ab1cb59d87b1d585138d6a0": {
          "field_id": "4ab1cb59d87b1d585138d6a0",
          "name": "Who",
          "display_id": "Who",
          "dataType": "users",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": false,
          "fieldIndex": 1,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "3134f819e44e89e540004a8e": {
          "field_id": "3134f819e44e89e540004a8e",
          "name": "Due",
          "display_id": "Due",
          "dataType": "date",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": false,
          "fieldIndex": 2,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "32bf844139b1911217f8f2fa": {
          "field_id": "32bf844139b1911217f8f2fa",
          "name": "Effort",
          "display_id": "Effort",
          "dataType": "number",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": false,
          "fieldIndex": 3,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        },
        "f87f5d486d84985c59e12db4": {
          "field_id": "f87f5d486d84985c59e12db4",
          "name": "Status",
          "display_id": "Status",
          "dataType": "status",
          "search": true,
          "show_list": true,
          "as_title": false,
          "status": true,
          "fieldIndex": 4,
          "title_order": 0,
          "full_text": false,
          "unique": false,
          "min_value": "",
          "max_value": "",
          "hideOnInput": false,
          "hide_from_api": false,
          "has_index": false
        }
      },
      "action_field_settings": {
        "8f839a5e7b7c2c1261d74f41": {
          "action_id": "",
          "field_id": "8f839a5e7b7c2c1261d74f41",
          "show": true,
          "update": true,
          "mandatory": false
        },
        "4ab1cb59d87b1d585138d6a0": {
          "action_id": "",
          "field_id": "4ab1cb59d87b1d585138d6a0",
          "show": true,
          "update": true,
          "mandatory": false
        },
        "3134f819e44e89e540004a8e": {
          "action_id": "",
          "field_id": "3134f819e44e89e540004a8e",
          "show": true,
          "update": true,
          "mandatory": false
        },
        "32bf844139b1911217f8f2fa": {
          "action_id": "",
          "field_id": "32bf844139b1911217f8f2fa",
          "show": true,
          "update": true,
          "mandatory": false
        },
        "f87f5d486d84985c59e12db4": {
          "action_id": "",
          "field_id": "f87f5d486d84985c59e12db4",
          "show": true,
          "update": true,
          "mandatory": false
        }
      }
    }
  },
  "getAutoActionSettings": {
    "params": {
      "auto-id": "469642e818c7b071819eab86"
    },
    "status": 200,
    "answer": {
      "auto_id": "469642e818c7b071819eab86",
      "name": "Morning nudge",
      "conditions": [
        {
          "search_value": [
            "Draft"
          ],
          "data_type": "status",
          "id": "a36031e3e9c391fa89fef125"
        }
      ],
      "comment": "Good morning",
      "action_schedule": {
        "time_type": "day",
        "time_value": "2026-02-10T06:30:00.000Z",
        "NextExec": "2026-02-10T06:30:00Z"
      },
      "last_execution": {
        "started_at": "0001-01-01T00:00:00Z",
        "ended_at": "0001-01-01T00:00:00Z",
        "proc_sec": 0
      },
      "created_at": "2026-02-09T09:00:00.000Z",
      "updated_at": "2026-02-09T09:00:00.000Z",
      "enabled": true
    }
  },
  "updateAutoActionSettings": {
    "params": {
      "auto-id": "469642e818c7b071819eab86"
    },
    "body": {
      "action_schedule": {
        "time_type": "day",
        "time_value": "07:15"
      },
      "enabled": true
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "updateAutoNumber": {
    "params": {
      "app-id": "ORDERS",
      "datastore-id": "Orders",
      "field-id": "OrderNo"
    },
    "body": {
      "auto_num": 500,
      "branch_key": "JP-"
    },
    "status": 200,
    "answer": {
      "has_error": false,
      "result": {
        "number": "O-JP-00500",
        "value": 500
      }
    }
  },
  "getAutoNumber": {
    "params": {
      "app-id": "ORDERS",
      "datastore-id": "Orders",
      "field-id": "OrderNo"
    },
    "query": {
      "branch_key": "JP-"
    },
    "status": 200,
    "answer": {
      "has_error": false,
      "result": {
        "number": 4,
        "value": "O-JP-00004"
      }
    }
  },
  "getUserQueries": {
    "params": {
      "app-id": "ORDERS"
    },
    "status": 200,
    "answer": [
      {
        "q_id": "b2dd235c9bdcda4793b1d8bd",
        "name": "Open orders",
        "desc": "Everything that still needs somebody",
        "display_order": 1,
        "conditions": [
          {
            "search_value": [
              "Draft",
              "Confirmed",
              "Roasting"
            ],
            "data_type": "status",
            "id": "a36031e3e9c391fa89fef125"
          }
        ],
        "projectId": "89362478cd201c05326d6f08",
        "datastoreId": "6e97203d5379fed186dcc9dd"
      },
      {
        "q_id": "852504d4968e3f87801b2869",
        "name": "Urgent this week",
        "desc": "",
        "display_order": 2,
        "conditions": [
          {
            "search_value": [
              "urgent"
            ],
            "data_type": "select",
            "id": "19d2d5f140ba0dd7672b4c0b"
          },
          {
            "conditions": [
              {
                "search_value": [
                  "500",
                  null
                ],
                "data_type": "number",
                "id": "607fdbef33218115c471073a"
              },
              {
                "search_value": [
                  "Draft"
                ],
                "data_type": "status",
                "id": "a36031e3e9c391fa89fef125"
              }
            ],
            "use_or_condition": true
          }
        ],
        "projectId": "89362478cd201c05326d6f08",
        "datastoreId": "6e97203d5379fed186dcc9dd"
      }
    ]
  },
  "getItemDetails": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7735c7a36488d71e5f638e12"
    },
    "query": {
      "use_display_id": true
    },
    "status": 200,
    "answer": {
      "title": "New bag labels for Hikari",
      "rev_no": 1,
      "created_at": "2026-02-09T09:00:00.000Z",
      "updated_at": "2026-02-09T09:00:00.000Z",
      "created_by": "Ben Lund",
      "updated_by": "Ben Lund",
      "field_values": {
        "Title": {
          "field_id": "Title",
          "field_name": "Title",
          "dataType": "text",
          "value": "New bag labels for Hikari",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 0
        },
        "Who": {
          "field_id": "Who",
          "field_name": "Who",
          "dataType": "users",
          "value": [
            {
              "access_key": "cbf5fe9bc4cc3c36cce9be3d",
              "email": "sofia@nord.example",
              "media_link": "http://hexarium/api/v0/public/userinfo/profilepic/a00cc1f51cbd25421948a142",
              "user_id": "a00cc1f51cbd25421948a142",
              "user_name": "Sofia Ek"
            }
          ],
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 1
        },
        "Due": {
          "field_id": "Due",
          "field_name": "Due",
          "dataType": "date",
          "value": "2026-02-13T00:00:00Z",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 2
        },
        "Effort": {
          "field_id": "Effort",
          "field_name": "Effort",
          "dataType": "number",
          "value": 12,
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 3
        },
        "Status": {
          "field_id": "Status",
          "field_name": "Status",
          "dataType": "status",
          "value": "Doing",
          "sizeX": 1,
          "sizeY": 1,
          "col": 0,
          "row": 4
        }
      },
      "status_list": {
        "Todo": {
          "status_id": "Todo",
          "s_id": "16a1a6a03916f614b237b229",
          "status_name": "To do"
        },
        "Doing": {
          "status_id": "Doing",
          "s_id": "8be0e5dfefd94fa0ccee5212",
          "status_name": "Doing"
        },
        "Done": {
          "status_id": "Done",
          "s_id": "ebe94d436f22e44620016eab",
          "status_name": "Done"
        }
      },
      "status_actions": {
        "Finish": {
          "action_id": "Finish",
          "a_id": "4b68075c3e38d5b35c71df3b",
          "action_name": "Finish",
          "display_order": 5,
          "crud_type": "2",
          "next_status_id": "Done"
        },
        "Back": {
          "action_id": "Back",
          "a_id": "2fb5c805ba625d8df652f206",
          "action_name": "Back",
          "display_order": 6,
          "crud_type": "2",
          "next_status_id": "Todo"
        }
      },
      "item_actions": {
        "Create": {
          "action_id": "Create",
          "a_id": "6622c9a2db6b0874859beefb",
          "action_name": "New task",
          "display_order": 1,
          "crud_type": "1"
        },
        "Update": {
          "action_id": "Update",
          "a_id": "f4eef1b03e57848fe4601965",
          "action_name": "Edit",
          "display_order": 2,
          "crud_type": "2"
        },
        "Delete": {
          "action_id": "Delete",
          "a_id": "ec23a368e5535f877a340861",
          "action_name": "Delete",
          "display_order": 3,
          "crud_type": "3"
        }
      },
      "status_order": [
        "Todo",
        "Doing",
        "Done"
      ],
      "status_action_order": [
        "Finish",
        "Back"
      ],
      "item_action_order": [
        "Create",
        "Update",
        "Delete"
      ]
    }
  },
  "itemList": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks"
    },
    "body": {
      "conditions": [
        {
          "id": "Status",
          "search_value": [
            "Todo",
            "Doing"
          ]
        }
      ],
      "sort_fields": [
        {
          "id": "Due",
          "order": "desc"
        }
      ],
      "page": 1,
      "per_page": 2
    },
    "status": 200,
    "answer": {
      "items": [
        {
          "Title": "Photographs of the roastery",
          "Who": "Ben Lund",
          "Due": "2026-02-20T00:00:00Z",
          "Effort": "6",
          "Status": "To do",
          "i_id": "26f5ddbd1f385d57aa48e561",
          "d_id": "ab4d4d4b835486c3fa8a8356",
          "p_id": "71d6484941aa2e93bb7ce234",
          "title": "Photographs of the roastery",
          "status_id": "16a1a6a03916f614b237b229",
          "rev_no": "1",
          "unread": "0",
          "created_at": "2026-02-09T09:00:00Z",
          "created_by": "e6f7384b3c69a65f0a3a7a8d",
          "updated_at": "2026-02-09T09:00:00Z",
          "updated_by": "e6f7384b3c69a65f0a3a7a8d"
        },
        {
          "Title": "New bag labels for Hikari",
          "Who": "Sofia Ek",
          "Due": "2026-02-13T00:00:00Z",
          "Effort": "12",
          "Status": "Doing",
          "i_id": "7735c7a36488d71e5f638e12",
          "d_id": "ab4d4d4b835486c3fa8a8356",
          "p_id": "71d6484941aa2e93bb7ce234",
          "title": "New bag labels for Hikari",
          "status_id": "8be0e5dfefd94fa0ccee5212",
          "rev_no": "1",
          "unread": "0",
          "created_at": "2026-02-09T09:00:00Z",
          "created_by": "e6f7384b3c69a65f0a3a7a8d",
          "updated_at": "2026-02-09T09:00:00Z",
          "updated_by": "e6f7384b3c69a65f0a3a7a8d"
        }
      ],
      "totalItems": 3
    }
  },
  "getItemSearchConditions": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks"
    },
    "status": 200,
    "answer": {
      "has_error": false,
      "result": [
        {
          "f_id": "8f839a5e7b7c2c1261d74f41",
          "name": "Title",
          "display_id": "Title",
          "data_type": "text",
          "order": 0
        },
        {
          "f_id": "4ab1cb59d87b1d585138d6a0",
          "name": "Who",
          "display_id": "Who",
          "data_type": "users",
          "order": 1,
          "users_info": {
            "single_select": true
          }
        },
        {
          "f_id": "3134f819e44e89e540004a8e",
          "name": "Due",
          "display_id": "Due",
          "data_type": "date",
          "order": 2
        },
        {
          "f_id": "32bf844139b1911217f8f2fa",
          "name": "Effort",
          "display_id": "Effort",
          "data_type": "number",
          "order": 3
        },
        {
          "f_id": "f87f5d486d84985c59e12db4",
          "name": "Status",
          "display_id": "Status",
          "data_type": "status",
          "order": 4,
          "statuses": [
            {
              "status_id": "16a1a6a03916f614b237b229",
              "status_name": "To do"
            },
            {
              "status_id": "8be0e5dfefd94fa0ccee5212",
              "status_name": "Doing"
            },
            {
              "status_id": "ebe94d436f22e44620016eab",
              "status_name": "Done"
            }
          ]
        }
      ]
    }
  },
  "createItem": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks"
    },
    "body": {
      "item": {
        "Title": "Print the labels",
        "Who": [
          "a00cc1f51cbd25421948a142"
        ],
        "Due": "2026-02-27",
        "Effort": 4
      },
      "related_ds_items": {
        "Tasks": [
          {
            "operation": 11,
            "i_id": "7735c7a36488d71e5f638e12"
          }
        ]
      },
      "return_item_result": true,
      "return_display_id": true
    },
    "status": 200,
    "answer": {
      "error": null,
      "history_id": "20137d309ca8e359b99dc4b8",
      "item_id": "ad51d4e6f8ba0c78c67bb28c",
      "item": {
        "Title": "Print the labels",
        "Who": [
          "a00cc1f51cbd25421948a142"
        ],
        "Due": "2026-02-27T00:00:00.000Z",
        "Effort": 4,
        "Status": "16a1a6a03916f614b237b229",
        "i_id": "ad51d4e6f8ba0c78c67bb28c",
        "d_id": "ab4d4d4b835486c3fa8a8356",
        "p_id": "71d6484941aa2e93bb7ce234",
        "w_id": "587756fc9592bdc7bbe7a053",
        "title": "Print the labels",
        "rev_no": 1,
        "status_id": "16a1a6a03916f614b237b229",
        "created_at": "2026-02-09T09:00:00.000Z",
        "created_by": "e6f7384b3c69a65f0a3a7a8d",
        "updated_at": "2026-02-09T09:00:00.000Z",
        "updated_by": "e6f7384b3c69a65f0a3a7a8d",
        "links": [
          {
            "d_id": "ab4d4d4b835486c3fa8a8356",
            "i_ids": [
              "7735c7a36488d71e5f638e12"
            ]
          }
        ]
      }
    }
  },
  "updateItem": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "26f5ddbd1f385d57aa48e561"
    },
    "body": {
      "item": {
        "Effort": 8
      },
      "rev_no": 1,
      "comment": "More rooms than we thought",
      "use_display_id": true
    },
    "status": 200,
    "answer": {
      "error": "",
      "itemHistory": {
        "IsChanged": true,
        "UserObjID": "",
        "action_id": "f4eef1b03e57848fe4601965",
        "comment": "More rooms than we thought",
        "created_at": "2026-02-09T09:00:00.000Z",
        "datastore_id": "ab4d4d4b835486c3fa8a8356",
        "datastore_name": "Tasks",
        "display_order": 0,
        "email": "ben@nord.example",
        "history_id": "ad51d4e6f8ba0c78c67bb28c",
        "i_id": "26f5ddbd1f385d57aa48e561",
        "is_fetchreplymail": false,
        "is_notify": false,
        "item_id": "26f5ddbd1f385d57aa48e561",
        "media_link": "http://hexarium/api/v0/public/userinfo/profilepic/e6f7384b3c69a65f0a3a7a8d",
        "post_for_rel": false,
        "post_mode": "",
        "project_id": "71d6484941aa2e93bb7ce234",
        "transaction_id": "24b07b870207004787f6fff8",
        "updated_at": "2026-02-09T09:00:00.000Z",
        "user_id": "e6f7384b3c69a65f0a3a7a8d",
        "username": "Ben Lund",
        "workspace_id": "587756fc9592bdc7bbe7a053"
      },
      "rev_no": {
        "_id": "26f5ddbd1f385d57aa48e561",
        "rev_no": 2
      },
      "history_id": "ad51d4e6f8ba0c78c67bb28c",
      "item_id": "26f5ddbd1f385d57aa48e561"
    }
  },
  "createItemWithItemID": {
    "params": {
      "item-id": "0123456789abcdef01234567",
      "action-id": "Create"
    },
    "body": {
      "project_id": "TASKS",
      "datastore_id": "Tasks",
      "use_display_id": true,
      "item": {
        "Title": "Order paper"
      }
    },
    "status": 200,
    "answer": null
  },
  "executeAction": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "26f5ddbd1f385d57aa48e561",
      "action-id": "Start"
    },
    "body": {
      "rev_no": 1,
      "comment": "On our way"
    },
    "status": 200,
    "answer": {
      "error": "",
      "itemHistory": {
        "IsChanged": true,
        "UserObjID": "",
        "action_id": "c5ea6f42c28bf3b646bd6018",
        "comment": "On our way",
        "created_at": "2026-02-09T09:00:00.000Z",
        "datastore_id": "ab4d4d4b835486c3fa8a8356",
        "datastore_name": "Tasks",
        "display_order": 0,
        "email": "ben@nord.example",
        "history_id": "ad51d4e6f8ba0c78c67bb28c",
        "i_id": "26f5ddbd1f385d57aa48e561",
        "is_fetchreplymail": false,
        "is_notify": false,
        "item_id": "26f5ddbd1f385d57aa48e561",
        "media_link": "http://hexarium/api/v0/public/userinfo/profilepic/e6f7384b3c69a65f0a3a7a8d",
        "post_for_rel": false,
        "post_mode": "",
        "project_id": "71d6484941aa2e93bb7ce234",
        "transaction_id": "24b07b870207004787f6fff8",
        "updated_at": "2026-02-09T09:00:00.000Z",
        "user_id": "e6f7384b3c69a65f0a3a7a8d",
        "username": "Ben Lund",
        "workspace_id": "587756fc9592bdc7bbe7a053"
      },
      "rev_no": {
        "_id": "26f5ddbd1f385d57aa48e561",
        "rev_no": 2
      },
      "history_id": "ad51d4e6f8ba0c78c67bb28c",
      "item_id": "26f5ddbd1f385d57aa48e561"
    }
  },
  "executeActionByActionID": {
    "params": {
      "item-id": "26f5ddbd1f385d57aa48e561",
      "action-id": "Start"
    },
    "body": {
      "datastore_id": "Tasks",
      "rev_no": 1
    },
    "status": 200,
    "answer": null
  },
  "executeBulkAction": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "action-id": "Update"
    },
    "body": {
      "conditions": [
        {
          "id": "Status",
          "search_value": [
            "Todo"
          ]
        }
      ],
      "item": {
        "Effort": 1
      },
      "use_display_id": true
    },
    "status": 200,
    "answer": {
      "has_error": false,
      "result": {
        "matched": 2,
        "processed": 2
      }
    }
  },
  "deleteItem": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7479cf13866a848e663cc2ee"
    },
    "body": {},
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "deleteItemByConditions": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks"
    },
    "body": {
      "conditions": [
        {
          "id": "Status",
          "search_value": [
            "Done"
          ]
        }
      ],
      "use_display_id": true
    },
    "status": 200,
    "answer": {
      "error": null
    }
  },
  "createNewItemID": {
    "params": {
      "datastore-id": "Tasks"
    },
    "status": 200,
    "answer": {
      "item_id": "24b07b870207004787f6fff8"
    }
  },
  "getLinkedItems": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7479cf13866a848e663cc2ee"
    },
    "query": {
      "use_display_id": true
    },
    "status": 200,
    "answer": {
      "has_error": false,
      "result": {
        "Tasks": {
          "d_id": "ab4d4d4b835486c3fa8a8356",
          "ds_name": "Tasks",
          "display_id": "Tasks",
          "fields": {
            "Title": {
              "as_title": true,
              "dataType": "text",
              "display_id": "Title",
              "f_id": "8f839a5e7b7c2c1261d74f41",
              "fieldIndex": 0,
              "full_text": false,
              "hideOnInput": false,
              "id": "8f839a5e7b7c2c1261d74f41",
              "name": "Title",
              "search": true,
              "show_list": true,
              "status": false,
              "title_order": 0,
              "unique": false
            },
            "Who": {
              "as_title": false,
              "dataType": "users",
              "display_id": "Who",
              "f_id": "4ab1cb59d87b1d585138d6a0",
              "fieldIndex": 1,
              "full_text": false,
              "hideOnInput": false,
              "id": "4ab1cb59d87b1d585138d6a0",
              "name": "Who",
              "search": true,
              "show_list": true,
              "status": false,
              "title_order": 0,
              "unique": false
            },
            "Due": {
              "as_title": false,
              "dataType": "date",
              "display_id": "Due",
              "f_id": "3134f819e44e89e540004a8e",
              "fieldIndex": 2,
              "full_text": false,
              "hideOnInput": false,
              "id": "3134f819e44e89e540004a8e",
              "name": "Due",
              "search": true,
              "show_list": true,
              "status": false,
              "title_order": 0,
              "unique": false
            },
            "Effort": {
              "as_title": false,
              "dataType": "number",
              "display_id": "Effort",
              "f_id": "32bf844139b1911217f8f2fa",
              "fieldIndex": 3,
              "full_text": false,
              "hideOnInput": false,
              "id": "32bf844139b1911217f8f2fa",
              "name": "Effort",
              "search": true,
              "show_list": true,
              "status": false,
              "title_order": 0,
              "unique": false
            },
            "Status": {
              "as_title": false,
              "dataType": "status",
              "display_id": "Status",
              "f_id": "f87f5d486d84985c59e12db4",
              "fieldIndex": 4,
              "full_text": false,
              "hideOnInput": false,
              "id": "f87f5d486d84985c59e12db4",
              "name": "Status",
              "search": true,
              "show_list": true,
              "status": true,
              "title_order": 0,
              "unique": false
            }
          },
          "items": [
            {
              "Title": "New bag labels for Hikari",
              "Who": "Sofia Ek",
              "Due": "2026-02-13T00:00:00Z",
              "Effort": "12",
              "Status": "Doing",
              "created_at": "2026-02-09T09:00:00Z",
              "created_by": "e6f7384b3c69a65f0a3a7a8d",
              "d_id": "ab4d4d4b835486c3fa8a8356",
              "i_id": "7735c7a36488d71e5f638e12",
              "labels": "",
              "links": "",
              "p_id": "71d6484941aa2e93bb7ce234",
              "rev_no": "1",
              "status_id": "8be0e5dfefd94fa0ccee5212",
              "title": "New bag labels for Hikari",
              "updated_at": "2026-02-09T09:00:00Z",
              "updated_by": "e6f7384b3c69a65f0a3a7a8d"
            }
          ]
        }
      }
    }
  },
  "addItemLink": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "26f5ddbd1f385d57aa48e561"
    },
    "body": {
      "link_datastore_id": "Tasks",
      "link_item_id": "7735c7a36488d71e5f638e12"
    },
    "status": 200,
    "answer": null
  },
  "updateItemLink": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7479cf13866a848e663cc2ee"
    },
    "body": {
      "old_link_datastore_id": "Tasks",
      "old_link_item_id": "7735c7a36488d71e5f638e12",
      "new_link_datastore_id": "Tasks",
      "new_link_item_id": "26f5ddbd1f385d57aa48e561"
    },
    "status": 200,
    "answer": null
  },
  "deleteItemLink": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7479cf13866a848e663cc2ee"
    },
    "body": {
      "link_datastore_id": "Tasks"
    },
    "status": 200,
    "answer": null
  },
  "getItemHistories": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7735c7a36488d71e5f638e12"
    },
    "status": 200,
    "answer": {
      "unread": 0,
      "histories": [
        {
          "history_id": "24b07b870207004787f6fff8",
          "comment": "Blue or green?",
          "display_order": 0,
          "is_unread": false,
          "created_at": "2026-02-09T09:00:00.000Z",
          "updated_at": "2026-02-09T09:00:00.000Z",
          "is_updated": false,
          "datastore_id": "ab4d4d4b835486c3fa8a8356",
          "datastore_name": "Tasks",
          "user_id": "e6f7384b3c69a65f0a3a7a8d",
          "username": "Ben Lund",
          "email": "ben@nord.example",
          "media_link": "http://hexarium/api/v0/public/userinfo/profilepic/e6f7384b3c69a65f0a3a7a8d"
        }
      ]
    }
  },
  "getItemHistoriesOld": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7735c7a36488d71e5f638e12"
    },
    "status": 200,
    "answer": {
      "unread": 0,
      "histories": [
        {
          "h_id": "24b07b870207004787f6fff8",
          "user_id": "e6f7384b3c69a65f0a3a7a8d",
          "i_id": "7735c7a36488d71e5f638e12",
          "is_unread": 0,
          "history": {
            "history_id": "24b07b870207004787f6fff8",
            "comment": "Blue or green?",
            "display_order": 0,
            "is_unread": false,
            "created_at": "2026-02-09T09:00:00.000Z",
            "updated_at": "2026-02-09T09:00:00.000Z",
            "is_updated": false,
            "datastore_id": "ab4d4d4b835486c3fa8a8356",
            "datastore_name": "Tasks",
            "user_id": "e6f7384b3c69a65f0a3a7a8d",
            "username": "Ben Lund",
            "email": "ben@nord.example",
            "media_link": "http://hexarium/api/v0/public/userinfo/profilepic/e6f7384b3c69a65f0a3a7a8d"
          }
        }
      ]
    }
  },
  "postItemComment": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7735c7a36488d71e5f638e12"
    },
    "body": {
      "comment": "Blue or green?"
    },
    "status": 200,
    "answer": null
  },
  "updateItemComment": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7735c7a36488d71e5f638e12",
      "history-id": "24b07b870207004787f6fff8"
    },
    "body": {
      "comment": "Green."
    },
    "status": 200,
    "answer": null
  },
  "deleteItemComment": {
    "params": {
      "app-id": "TASKS",
      "datastore-id": "Tasks",
      "item-id": "7735c7a36488d71e5f638e12",
      "history-id": "24b07b870207004787f6fff8"
    },
    "status": 200,
    "answer": null
  },
  "uploadFile": {
    "params": {
      "item-id": "0123456789abcdef01234567",
      "field-id": "Sheet"
    },
    "form": {
      "application_id": "ORDERS",
      "datastore_id": "Products",
      "file": "Altitude,2000 m\n"
    },
    "status": 200,
    "answer": {
      "file_id": "24b07b870207004787f6fff8"
    }
  },
  "uploadFileDetached": {
    "form": {
      "file": "Altitude,2000 m\n"
    },
    "status": 200,
    "answer": {
      "file_id": "24b07b870207004787f6fff8"
    }
  },
  "getFile": {
    "params": {
      "file-id": "ea5d024a49c20a205d843650"
    },
    "status": 200,
    "text": "lot,altitude_m,process,score\nET-2025-07,1950,washed,87.5\nET-2025-11,2050,natural,88.25\n"
  },
  "deleteFile": {
    "params": {
      "item-id": "f56825ab80c226215fa32fcb",
      "field-id": "Sheet",
      "file-id": "ea5d024a49c20a205d843650"
    },
    "status": 200,
    "answer": null
  }
}
