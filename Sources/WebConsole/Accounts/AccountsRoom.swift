import ConsoleModel

/// People: enrollment users, user groups and administrators.
struct AccountsRoom: ConsoleRoom {
    var places: [Place] {
        [
            Place(
                "Users", "/console/users", in: "Accounts", area: .users,
                keywords: ["Enrollment users", "List View", "Tokens", "Passwords"]),
            Place("User Groups", "/console/user-groups", in: "Accounts", area: .users, keywords: ["Directory groups"]),
            Place(
                "Administrators", "/console/administrators", in: "Accounts", area: .administrators,
                keywords: ["Admins", "Roles", "List View"]),
        ]
    }

    func addPages(to door: PageDoor) {
        UserListPage().add(to: door)
        UserPage().add(to: door)
        UserGroupPages().add(to: door)
        AdministratorPages().add(to: door)
    }
}
